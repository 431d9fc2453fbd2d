// expect: 4: TypeMismatch: `v` has type Real[2]; expected a matrix
model M
  parameter Real v[2] = {1, 2};
  parameter Real w[2, 1] = transpose(v);
end M;
