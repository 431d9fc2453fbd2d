model RotatingRod "a bead on a rod that turns as prescribed; Cartesian coordinates, a constraint that depends on time"
  parameter Real Omega = 1.5;
  parameter Real m = 2;
  Real x(start = 1, fixed = true);
  Real y;
  Real vx(start = 0, fixed = true);
  Real vy;
  Real N "force across the rod";
equation
  der(x) = vx;
  der(y) = vy;
  m*der(vx) = -N*sin(Omega*time);
  m*der(vy) = N*cos(Omega*time);
  x*sin(Omega*time) = y*cos(Omega*time);
  annotation(experiment(StopTime = 3, Tolerance = 1e-9));
end RotatingRod;
