model CartesianPendulum "a mass on a rod, pushed at the bottom: swings, or turns over if it is fast enough"
  parameter Real L = 2;
  parameter Real g = 9.81;
  parameter Real m = 0.5;
  parameter Real v0 = 5 "speed at the bottom; it turns over from 2*sqrt(g*L) on";
  Real x(start = 0, fixed = true);
  Real y(start = -L);
  Real vx(start = v0, fixed = true);
  Real vy(start = 0);
  Real F "force in the rod";
  Real energy;
equation
  der(x) = vx;
  der(y) = vy;
  m*der(vx) = -F*x/L;
  m*der(vy) = -F*y/L - m*g;
  x^2 + y^2 = L^2;
  energy = m*(vx^2 + vy^2)/2 + m*g*(y + L);
  annotation(experiment(StopTime = 5, Tolerance = 1e-8));
end CartesianPendulum;
