model A
  parameter Boolean f(fixed = false);
  Real x(fixed = f);
  Real y;
  Boolean b;
  Boolean late;
initial equation
  f = y > 0;
equation
  x = floor(time);
  b = x == y;
  late = delay(y > 1, 0.5);
  y = sum({1, 2})*time;
end A;
