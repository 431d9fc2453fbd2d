// The functions that build arrays (section 10.3.3).
model M
  parameter Real a[2, 2] = identity(2);
  parameter Real b[3] = zeros(3);
  parameter Integer c[2] = ones(2);
  parameter Real d[2] = fill(2.5, 2);
  parameter Real e[3] = linspace(0, 1, 3);
  parameter Real f[2, 2] = diagonal({4, 5});
end M;
