model Thyristor "an ideal thyristor feeds a resistor; it is fired late in each period"
  parameter Real omega(unit = "rad/s") = 2*3.14159265358979323846;
  parameter Real R = 4;
  Real u0;
  Real s(start = -1);
  Real u;
  Real i;
  Boolean fire;
  Boolean off(start = true, fixed = true);
  Integer periods(start = 0, fixed = true);
  Real begun(start = 0, fixed = true) "time when the period began";
equation
  when sample(1, 1) then
    periods = pre(periods) + 1;
    begun = time;
  end when;
  u0 = 20*sin(omega*time);
  fire = time > begun + 0.2 and time < begun + 0.25;
  off = s < 0 or pre(off) and not fire;
  u = if off then s else 0;
  i = if off then 0 else s;
  u0 = u + R*i;
  annotation(experiment(StopTime = 3));
end Thyristor;
