// expect: 4: TypeMismatch: `+` cannot be applied to `1` of type Integer and `x` of type Real[2]
model M
  Real x[2] = {time, 1};
  Real y[2] = 1 + x;
end M;
