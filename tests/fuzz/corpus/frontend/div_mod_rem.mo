// div, mod, rem, ceil, floor, integer (section 3.7.2).
model M
  parameter Integer a = div(-7, 2);
  parameter Integer b = mod(-7, 2);
  parameter Integer c = rem(-7, 2);
  parameter Real d = ceil(1.2);
  parameter Real e = floor(-1.2);
  parameter Integer f = integer(-1.2);
  Real x[a + 5] = fill(time, 2);
  Real y[b + c + 2] = fill(time, 2);
end M;
