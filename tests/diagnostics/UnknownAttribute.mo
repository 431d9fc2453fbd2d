model A
  Real x(strat = 1);
  Boolean b(unit = "m");
equation
  x = 1;
  b = true;
end A;
