// expect: 16: NotSubtype: `B` cannot replace `Interface` for `M`: it has no element `y`
partial model Interface
  Real y;
end Interface;
model A
  extends Interface(y = 1);
end A;
model B
  Real x = 1;
end B;
model Holder
  replaceable model M = A constrainedby Interface;
  M m;
end Holder;
model RedeclareOutsideConstraint
  Holder h(redeclare model M = B);
end RedeclareOutsideConstraint;
