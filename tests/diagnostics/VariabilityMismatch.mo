model A
  parameter Real p = time;
  parameter Real q = x;
  Real x(start = time, nominal = y);
  Real y;
equation
  der(x) = 1;
  y = x;
end A;
