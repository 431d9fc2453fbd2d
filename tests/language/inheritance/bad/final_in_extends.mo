// expect: 9: FinalModified: `p` is final
model Base
  parameter Real p = 1;
end Base;
model Derived
  extends Base(final p = 2);
end Derived;
model FinalInExtends
  Derived d(p = 3);
end FinalInExtends;
