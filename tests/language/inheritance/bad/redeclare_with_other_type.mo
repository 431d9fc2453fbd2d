// expect: 13: NotSubtype: `B` cannot replace `A` for `a`: it has no element `y`
model A
  Real x = 1;
  Real y = 2;
end A;
model B
  Real x = 1;
end B;
model Holder
  replaceable A a;
end Holder;
model RedeclareWithOtherType
  Holder h(redeclare B a);
end RedeclareWithOtherType;
