model Missing "y has no equation of its own"
  Real x(start = 1), y, z;
equation
  der(x) = y;
  z = x;
end Missing;
model Source
  Real p, n, i;
  parameter Real V = 1;
equation
  p - n = V;
end Source;
model Parallel
  Source a, b;
equation
  a.p = b.p;
  a.n = b.n;
  a.n = 0;
  a.i + b.i = 1;
end Parallel;
