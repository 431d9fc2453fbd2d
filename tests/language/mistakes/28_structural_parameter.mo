// A size that is not known
// Give the parameter a value.
model M
  parameter Integer n;
  Real x[n];
equation
  x = zeros(n);
end M;
