// One value for an array of components
// Write `each` before the modifier, or give one value for each element.
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
  Resistor r[3](R = 10);
end M;
