model PeriodPendulum "a mass on a rod, let go when it is level; gravity is such that it is back after two seconds"
  parameter Real L = 1;
  parameter Real m = 1;
  parameter Real g = 13.7503716373295;
  Real x(start = 1, fixed = true);
  Real y(start = 0);
  Real vx(start = 0);
  Real vy(start = 0, fixed = true);
  Real F "force in the rod, by length";
  Real energy = m*(vx^2 + vy^2)/2 + m*g*y;
  Real drift = sqrt(x^2 + y^2) - L;
equation
  der(x) = vx;
  der(y) = vy;
  m*der(vx) = -F*x;
  m*der(vy) = -F*y - m*g;
  x^2 + y^2 = L^2;
  annotation(experiment(StopTime = 2, Tolerance = 1e-9));
end PeriodPendulum;
