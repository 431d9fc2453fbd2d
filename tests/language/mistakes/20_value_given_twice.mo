// A modifier given twice
// Keep one of the two modifiers.
connector Pin
  Real v;
  flow Real i;
end Pin;
model Resistor
  parameter Real R = 1;
  Pin p, n;
equation
  p.v - n.v = R*p.i;
  p.i + n.i = 0;
end Resistor;
model M
  Resistor r(R = 1, R = 2);
end M;
