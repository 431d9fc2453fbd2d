model Options "a constraint between two states, a loop, an alias"
  Real x(start = 1, fixed = true);
  Real y;
  Real f;
  Real a(start = 0.5);
  Real b;
  Real same;
equation
  der(x) = f;
  der(y) = -f - same;
  x = 2*y;
  a + b^3 = x;
  b - a^3 = 0.1*y;
  same = a;
end Options;
