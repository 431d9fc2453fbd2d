connector Pin
  Real v;
  flow Real i;
end Pin;
model Resistor
  Pin p;
equation
  p.v = 2 * p.i;
end Resistor;
model Load
  outer Pin bus;
  Resistor r;
equation
  connect(r.p, bus);
end Load;
model InnerOuterConnector
  inner Pin bus;
  Load a;
  Load b;
end InnerOuterConnector;
