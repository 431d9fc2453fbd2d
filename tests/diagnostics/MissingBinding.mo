model A
  constant Real c;
  parameter Real p;
  Real x;
equation
  x = p;
end A;
