// expect: 18: NotReplaceable: `a` is redeclared, but it is not replaceable
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
  extends Holder(redeclare B a);
end Derived;
model RedeclareAfterRedeclare
  Derived d(redeclare C a);
end RedeclareAfterRedeclare;
