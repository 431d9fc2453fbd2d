// expect: 4: TypeMismatch: `v[1, 2]` is of type Real[3] with 1 dimensions and takes no 2 subscripts
model M
  parameter Real v[3] = {1, 2, 3};
  Real y = v[1, 2];
end M;
