// Connectors that do not fit together
// Connect connectors that have the same variables. To connect different domains, put an adaptor in between.
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
connector Flange
  Real phi;
  flow Real tau;
end Flange;
model Inertia
  Flange flange;
equation
  flange.phi = 0;
end Inertia;
model M
  Resistor r;
  Inertia j;
equation
  connect(r.p, j.flange);
end M;
