model A
  input Real u;
  String s;
  parameter Real p(fixed = false);
  Real x;
  Real y;
  Boolean b;
equation
  s = "text";
  x = floor(time) + delay(u, 1);
  b = x == y;
  y = sum({1, 2}) + p;
end A;
