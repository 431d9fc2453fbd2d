// expect: 4: TypeMismatch: `+` cannot be applied to `x` of type Real[2] and `{1, 2, 3}` of type Integer[3]
model M
  Real x[2] = {time, 1};
  Real y[2] = x + {1, 2, 3};
end M;
