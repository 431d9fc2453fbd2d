model AngularPendulum "the same mass, whose place is given by an angle"
  parameter Real L = 2;
  parameter Real g = 9.81;
  parameter Real m = 0.5;
  parameter Real v0 = 5;
  Real phi(start = 0, fixed = true);
  Real w(start = v0/L, fixed = true);
  Real x;
  Real y;
  Real vx;
  Real vy;
  Real F;
equation
  x = L*sin(phi);
  y = -L*cos(phi);
  der(phi) = w;
  der(x) = vx;
  der(y) = vy;
  m*der(vx) = -F*x/L;
  m*der(vy) = -F*y/L - m*g;
  annotation(experiment(StopTime = 5, Tolerance = 1e-8));
end AngularPendulum;
