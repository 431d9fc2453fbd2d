// A^n of a square matrix is a repeated product; A^0 is the identity (section 10.6.8).
model M
  parameter Real A[2, 2] = {{1, 1}, {0, 1}};
  parameter Real B[2, 2] = A^3;
  parameter Real C[2, 2] = A^0;
end M;
