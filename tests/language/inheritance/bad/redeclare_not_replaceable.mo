// expect: 12: NotReplaceable: `a` is redeclared, but it is not replaceable
model A
  Real x = 1;
end A;
model B
  extends A;
end B;
model Holder
  A a;
end Holder;
model RedeclareNotReplaceable
  Holder h(redeclare B a);
end RedeclareNotReplaceable;
