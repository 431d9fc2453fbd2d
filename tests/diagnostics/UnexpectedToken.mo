model A
  Real x
  Real y;
equation
  x := 1;
  y == 2;
  der(x = 3;
end A;
