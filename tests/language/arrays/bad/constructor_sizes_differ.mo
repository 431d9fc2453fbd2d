// expect: 3: TypeMismatch: `{1, 2}` has type Integer[2], but `{3}` has type Integer[1]
model M
  parameter Real m[2, 2] = {{1, 2}, {3}};
end M;
