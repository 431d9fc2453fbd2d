// A dimension given by an expression of parameters; these become structural (section 10.1).
model M
  parameter Integer n = 2;
  parameter Integer m = 2*n - 1;
  Real x[m];
equation
  x = fill(time, m);
end M;
