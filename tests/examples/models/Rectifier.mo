model Rectifier "source, resistor, ideal diode, capacitor and load"
  parameter Real R = 0.1;
  parameter Real C = 0.05;
  parameter Real load = 10;
  parameter Real omega(unit = "rad/s") = 20;
  Real source;
  Real s "along the curve of the diode: voltage below zero, current above";
  Real u "at the diode";
  Real i "through the diode";
  Real v(start = 0, fixed = true) "at the capacitor";
  Boolean off;
equation
  source = 10*sin(omega*time);
  off = s < 0;
  u = if off then s else 0;
  i = if off then 0 else s;
  source = R*i + u + v;
  C*der(v) = i - v/load;
  annotation(experiment(StopTime = 1));
end Rectifier;
