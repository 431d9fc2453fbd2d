model ZeroSized
  parameter Integer n = 0;
  Real x[n];
  Real y[n, 3];
  Real s = sum(x) + time;
  Real p = product(x);
  Real q[3] = transpose(y)*x;
  Real w[n + 1] = cat(1, x, {time});
  Integer m = size(y, 1);
  Real r[3] = ([y; {{1, 2, 3}}])[1, :];
equation
  x = fill(1.0, n);
  y = zeros(n, 3);
end ZeroSized;
