// expect: 9: NotSubtype: `A` cannot replace `Interface` for `a`: it has no element `y`
model Interface
  Real y = 1;
end Interface;
model A
  Real x = 1;
end A;
model DefaultOutsideConstraint
  replaceable A a constrainedby Interface;
end DefaultOutsideConstraint;
