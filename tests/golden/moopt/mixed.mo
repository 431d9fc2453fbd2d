model Diode "relation and current depend on each other"
  Real i;
  Real u;
  Boolean off;
equation
  u + 2*i = sin(time);
  off = u < 0;
  0 = if off then i else u - 0.1*i;
end Diode;
