// expect: 4: TypeMismatch: `/` cannot be applied to `1` of type Integer and `v` of type Real[2]
model M
  parameter Real v[2] = {1, 2};
  parameter Real w[2] = 1/v;
end M;
