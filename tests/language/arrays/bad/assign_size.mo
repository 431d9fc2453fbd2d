// expect: 5: TypeMismatch: a value of type Integer[3] cannot be assigned to a variable of type Real[2]
model M
  Real x[2];
algorithm
  x := {1, 2, 3};
end M;
