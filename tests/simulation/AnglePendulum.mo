model AnglePendulum "The same forces, with the angle from the vertical as a further variable"
  parameter Real length = 1;
  parameter Real mass = 1;
  parameter Real g = 9.81;
  Real phi(start = 1.5, fixed = true, stateSelect = StateSelect.prefer);
  Real w(start = 0, fixed = true, stateSelect = StateSelect.prefer);
  Real x;
  Real y;
  Real vx;
  Real vy;
  Real force "in the rod";
equation
  der(phi) = w;
  x = length*sin(phi);
  y = -length*cos(phi);
  der(x) = vx;
  der(y) = vy;
  mass*der(vx) = -force*x/length;
  mass*der(vy) = -force*y/length - mass*g;
  annotation(experiment(StopTime = 5, Tolerance = 1e-8));
end AnglePendulum;
