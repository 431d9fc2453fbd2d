model Circuit
  Real u;
  Real i;
  Real q;
equation
  u = 10*i;
  u = 5;
  i = 2;
end Circuit;
