// expect: 3: TypeMismatch: `v` has type Real[2], but its value has type Integer[2, 2]
model M
  parameter Real v[2] = {{1, 2}, {3, 4}};
end M;
