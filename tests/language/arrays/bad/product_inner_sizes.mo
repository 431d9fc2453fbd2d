// expect: 4: TypeMismatch: `*` cannot be applied to `A` of type Real[2, 3] and `{1, 2}` of type Integer[2]
model M
  parameter Real A[2, 3] = fill(1, 2, 3);
  parameter Real y[2] = A*{1, 2};
end M;
