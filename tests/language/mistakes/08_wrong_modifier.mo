// A modifier for something that does not exist
// Use the name of an element that the class has.
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
  Resistor r(r = 10);
end M;
