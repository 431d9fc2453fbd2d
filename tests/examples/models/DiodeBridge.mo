model DiodeBridge "four diodes that leak differently, between a source and a capacitor with a load"
  parameter Real R = 0.5;
  parameter Real C = 0.05;
  parameter Real load = 10;
  parameter Real omega(unit = "rad/s") = 6;
  Real source;
  Real s[4] "along the curve of each diode: voltage below zero, current above";
  Real u[4];
  Real i[4];
  Boolean off[4];
  Real current;
  Real v(start = 0.5, fixed = true) "at the capacitor";
  Real a "potential at one side of the source";
  Real b "and at the other";
equation
  source = 10*sin(omega*time);
  for k in 1:4 loop
    off[k] = s[k] < 0;
    u[k] = if off[k] then s[k] else 0.01*s[k];
    i[k] = if off[k] then 0.001*k*s[k] else s[k];
  end for;
  source = R*current + a - b;
  current = i[1] - i[3];
  current = i[4] - i[2];
  u[1] = a - v;
  u[2] = b - v;
  u[3] = -a;
  u[4] = -b;
  C*der(v) = i[1] + i[2] - v/load;
  annotation(experiment(StopTime = 1));
end DiodeBridge;
