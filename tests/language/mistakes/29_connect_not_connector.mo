// Connecting something that is not a connector
// Connect the connectors of the components.
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
  Resistor a, b;
equation
  connect(a, b);
end M;
