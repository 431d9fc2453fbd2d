// expect: 10: NotReplaceable: `M` is redeclared, but it is not replaceable
model A
  Real x = 1;
end A;
model Holder
  model M = A;
  M m;
end Holder;
model RedeclareClassNotReplaceable
  Holder h(redeclare model M = A);
end RedeclareClassNotReplaceable;
