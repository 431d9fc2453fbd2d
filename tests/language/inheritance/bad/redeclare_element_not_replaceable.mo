// expect: 10: NotReplaceable: `a` is redeclared, but it is not replaceable
model A
  Real x = 1;
end A;
model Holder
  A a;
end Holder;
model RedeclareElementNotReplaceable
  extends Holder;
  redeclare A a;
end RedeclareElementNotReplaceable;
