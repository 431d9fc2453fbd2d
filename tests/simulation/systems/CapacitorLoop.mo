model CapacitorLoop "capacitors in parallel with each other and, through a third one, with a source"
  parameter Real omega(unit = "rad/s") = 5;
  parameter Real R = 2;
  parameter Real C1 = 0.1;
  parameter Real C2 = 0.3;
  parameter Real C3 = 0.2;
  Real u "of the source";
  Real v1(start = 0, fixed = true);
  Real v2;
  Real v3;
  Real i1;
  Real i2;
  Real i3;
  Real i "through the resistor, from the node of both to ground";
equation
  u = sin(omega*time);
  C1*der(v1) = i1;
  C2*der(v2) = i2;
  C3*der(v3) = i3;
  v1 = v2;
  u = v3 + v1;
  i3 = i1 + i2 + i;
  v1 = R*i;
  annotation(experiment(StopTime = 4, Tolerance = 1e-8));
end CapacitorLoop;
