model A
  Real x = 1;
end A;
model B
  Real x = 2;
end B;
model C
  Real x = 3;
end C;
model Holder
  replaceable A a;
end Holder;
model Derived
  extends Holder(redeclare replaceable B a);
end Derived;
model ReplaceableAgain
  Derived d(redeclare C a);
end ReplaceableAgain;
