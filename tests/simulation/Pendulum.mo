model Pendulum "In Cartesian coordinates: which of them are states changes while it swings"
  parameter Real length = 1;
  parameter Real mass = 1;
  parameter Real g = 9.81;
  Real x(start = 1);
  Real y(start = 0, fixed = true);
  Real vx;
  Real vy(start = 0, fixed = true);
  Real force "in the rod";
  Real energy = mass*(vx^2 + vy^2)/2 + mass*g*y;
equation
  der(x) = vx;
  der(y) = vy;
  mass*der(vx) = -force*x/length;
  mass*der(vy) = -force*y/length - mass*g;
  x^2 + y^2 = length^2;
  annotation(experiment(StopTime = 5, Tolerance = 1e-8));
end Pendulum;
