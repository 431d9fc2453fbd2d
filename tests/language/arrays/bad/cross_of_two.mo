// expect: 3: TypeMismatch: `{1, 2}` has type Integer[2]; expected Real[3]
model M
  parameter Real v[3] = cross({1, 2}, {3, 4});
end M;
