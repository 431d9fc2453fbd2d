model A
  parameter Boolean f(fixed = false);
  Real x(fixed = f);
  Real y;
  Boolean b;
initial equation
  f = y > 0;
equation
  x = floor(time);
  b = x == y;
  y = sum({1, 2})*time;
end A;
