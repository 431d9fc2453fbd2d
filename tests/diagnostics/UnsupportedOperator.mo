model A
  input Real u;
  String s;
  parameter Real p(fixed = false);
  parameter Boolean f = true;
  Real x(fixed = f);
  Real y;
  Boolean b;
equation
  s = "text";
  x = floor(time) + delay(u, 1);
  b = x == y;
  y = sum({1, 2}) + p;
  assert(y < 1, "y is" + " large");
end A;
