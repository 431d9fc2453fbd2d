// expect: 3: TypeMismatch: `v` has type Real[3], but its value has type Integer[2]
model M
  parameter Real v[3] = {1, 2};
end M;
