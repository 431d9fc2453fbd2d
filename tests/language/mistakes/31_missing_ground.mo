// A circuit without a ground
// Connect a component that sets the potential in this domain: a ground, a fixed flange, or a fixed temperature.
connector Pin
  Real v;
  flow Real i;
end Pin;
partial model OnePort
  Pin p, n;
  Real v = p.v - n.v;
equation
  p.i + n.i = 0;
end OnePort;
model Resistor
  extends OnePort;
  parameter Real R = 1;
equation
  v = R*p.i;
end Resistor;
model Capacitor
  extends OnePort;
  parameter Real C = 1;
equation
  C*der(v) = p.i;
end Capacitor;
model Battery
  extends OnePort;
  parameter Real V = 12;
equation
  v = V;
end Battery;
model M
  Battery battery;
  Resistor r(R = 100);
  Capacitor c(C = 1e-3);
equation
  connect(battery.p, r.p);
  connect(r.n, c.p);
  connect(c.n, battery.n);
end M;
