model A
  Real x(start = 1);
  Integer x;
equation
  x = 1;
end A;
