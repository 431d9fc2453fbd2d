// expect: 4: TypeMismatch: `^` cannot be applied to `A` of type Real[2, 3] and `2` of type Integer
model M
  parameter Real A[2, 3] = fill(1, 2, 3);
  parameter Real B[2, 3] = A^2;
end M;
