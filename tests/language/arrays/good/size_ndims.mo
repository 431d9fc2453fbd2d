// size(A), size(A, i) and ndims(A) are known during translation (section 10.3.1).
model M
  parameter Real m[2, 3] = fill(1, 2, 3);
  parameter Integer s[:] = size(m);
  Real x[size(m, 2)](each start = 0);
  parameter Integer n = ndims(m);
equation
  der(x) = fill(1.0, 3);
end M;
