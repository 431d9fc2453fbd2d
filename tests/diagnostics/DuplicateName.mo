model A
  Real x(start = 1, start = 2);
  Integer x;
equation
  x = 1;
end A;
