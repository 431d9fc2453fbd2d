// An Integer array may be used where a Real array is expected (section 6.7).
model M
  parameter Integer k[2] = {1, 2};
  Real x[2] = k;
  Real y[2] = k*time;
end M;
