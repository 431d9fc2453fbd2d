model A
  Real x;
  Integer x;
equation
  x = 1;
end A;
