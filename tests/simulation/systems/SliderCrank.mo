model SliderCrank "a flywheel and a slider, coupled by a rod without mass"
  parameter Real r = 0.3 "crank";
  parameter Real l = 0.5 "rod";
  parameter Real J = 0.2 "of the flywheel";
  parameter Real m = 2 "of the slider";
  parameter Real w0 = 4;
  Real phi(start = 0, fixed = true) "angle of the crank";
  Real w(start = w0, fixed = true);
  Real psi(start = 0) "angle of the rod";
  Real x(start = r + l) "of the slider";
  Real v;
  Real F "along the rod";
  Real energy;
equation
  der(phi) = w;
  der(x) = v;
  x = r*cos(phi) + l*cos(psi);
  r*sin(phi) = l*sin(psi);
  J*der(w) = -F*r*sin(phi + psi);
  m*der(v) = -F*cos(psi);
  energy = J*w^2/2 + m*v^2/2;
  annotation(experiment(StopTime = 5, Tolerance = 1e-8));
end SliderCrank;
