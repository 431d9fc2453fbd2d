model Partials "Moves with everything that an importer may change, in every mode"
  parameter Real capacitance = 1e-6;
  parameter Real pressure = 1e5;
  parameter Real gain = 5;
  input Real u(start = 0.3);
  discrete input Real step(start = 0.5);
  Real voltage(start = 0.7, fixed = true);
  Real x(start = 1, fixed = true);
  Real solved(start = 0.4) "by iteration";
  discrete Real held(start = 0.2, fixed = true);
  discrete output Real sampled(start = 0, fixed = true);
  output Real y;
  output Real z;
  input Real trace(start = 1e-6) "small without saying so";
  output Real bent = trace/(trace + 1e-6) + sqrt(trace);
equation
  capacitance*der(voltage) = -1e-3*voltage + 1e-6*u;
  der(x) = -held*x + sqrt(pressure)*1e-3*u + step;
  solved + solved^3 = x + u;
  when sample(0.1, 0.1) then
    sampled = gain*u + x*step;
    held = 0.1*sampled + 0.01*solved;
  end when;
  y = 2*sampled + u*solved + sin(3*time) + gain*held;
  z = if x > 1.2 then x^2 else 2*x + solved;
  annotation(experiment(StopTime = 1));
end Partials;
