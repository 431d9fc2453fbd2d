model CartesianPendulum "a mass on a rod that turns over: each coordinate is the state for a part of the way"
  parameter Real L = 2;
  parameter Real g = 9.81;
  parameter Real speed = 10;
  Real x(start = 0, fixed = true);
  Real y(start = -L);
  Real vx(start = speed, fixed = true);
  Real vy(start = 0);
  Real F "force in the rod";
  Real energy;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x;
  der(vy) = -F*y - g;
  x^2 + y^2 = L^2;
  energy = (vx^2 + vy^2)/2 + g*(y + L);
  annotation(experiment(StopTime = 3));
end CartesianPendulum;
