partial model Base
  Real w;
  Real x = w;
end Base;
model Derived
  extends Base;
  Real w;
equation
  w = time;
end Derived;
model DeclaredAgain
  Derived d;
end DeclaredAgain;
