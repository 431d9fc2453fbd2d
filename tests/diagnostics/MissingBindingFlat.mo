model A
  parameter Real p;
  Real x;
equation
  x = p;
end A;
