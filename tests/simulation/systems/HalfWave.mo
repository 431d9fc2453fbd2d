model HalfWave "source, resistor, ideal diode, capacitor and load"
  parameter Real omega(unit = "rad/s") = 20;
  parameter Real R = 0.1;
  parameter Real C = 0.05;
  parameter Real RL = 10;
  Real u0;
  Real s "runs along the diode's curve: voltage below 0, current above";
  Real u "at the diode";
  Real i "through the diode";
  Real v(start = 0, fixed = true) "of the capacitor";
  Boolean off;
equation
  u0 = 10*sin(omega*time);
  off = s < 0;
  u = if off then s else 0;
  i = if off then 0 else s;
  u0 = R*i + u + v;
  C*der(v) = i - v/RL;
  annotation(experiment(StopTime = 1, Tolerance = 1e-8));
end HalfWave;
