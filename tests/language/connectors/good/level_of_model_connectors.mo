// What is connected to the connectors of a model fixes its level later.
connector Pin
  Real v;
  flow Real i;
end Pin;
partial model TwoPins
  Pin p;
  Pin n;
  Real v;
equation
  v = p.v - n.v;
  p.i + n.i = 0;
end TwoPins;
model Resistor
  extends TwoPins;
  parameter Real R = 1;
equation
  v = R*p.i;
end Resistor;
model Source
  extends TwoPins;
equation
  v = 1;
end Source;
model LevelOfModelConnectors
  Pin p;
  Pin n;
  Resistor a;
  Resistor b;
equation
  connect(p, a.p);
  connect(a.n, b.p);
  connect(b.n, n);
end LevelOfModelConnectors;
