model Oscillator "x'' = -w^2 x, and variables that follow from it"
  parameter Real w = 2 "angular frequency";
  parameter Real period = 2*3.141592653589793/w;
  Real x(start = 1, fixed = true);
  Real v(start = 0, fixed = true);
  Real energy;
  Real a;
equation
  der(x) = v;
  a = der(v);
  0 = a + w^2*x;
  energy = 0.5*v^2 + 0.5*w^2*x^2;
  annotation(experiment(StopTime = 10));
end Oscillator;
