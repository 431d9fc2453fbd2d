// expect: 4: TypeMismatch: `x[1]` is of type Real with 0 dimensions and takes no 1 subscripts
model M
  Real x = time;
  Real y = x[1];
end M;
