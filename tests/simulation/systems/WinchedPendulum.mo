model WinchedPendulum "a pendulum whose rope is wound up and let down"
  parameter Real g = 9.81;
  parameter Real omega(unit = "rad/s") = 2;
  Real L;
  Real x(start = 0.5, fixed = true);
  Real y(start = -0.8);
  Real vx(start = 0, fixed = true);
  Real vy;
  Real F "force in the rope, by its length and the mass";
equation
  L = 1 + 0.3*sin(omega*time);
  x^2 + y^2 = L^2;
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x;
  der(vy) = -F*y - g;
  annotation(experiment(StopTime = 5, Tolerance = 1e-9));
end WinchedPendulum;
