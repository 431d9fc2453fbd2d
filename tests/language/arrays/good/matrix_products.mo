// Matrix times vector, vector times matrix, vector times vector, matrix times matrix (section 10.6.4).
model M
  parameter Real A[2, 2] = {{1, 2}, {3, 4}};
  Real x[2](each start = 1);
  Real y[2] = x*A;
  Real s = x*x;
  parameter Real B[2, 2] = A*A;
equation
  der(x) = A*x;
end M;
