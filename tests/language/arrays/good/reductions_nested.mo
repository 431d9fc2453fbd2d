model ReductionsNested
  parameter Integer n = 3;
  Real x[3, 2] = {i + 10*j*time for j in 1:2, i in 1:n};
  Real s = sum(x[i, j]^2 for i in 1:n, j in 1:2);
  Real m = max(x[i, j] for i in 1:n, j in 1:2);
end ReductionsNested;
