model Forbidden "something that must not happen, and does between two points of the results"
  Real x(start = 0, fixed = true);
  Real y "serves the assertion only";
equation
  der(x) = 10*cos(10*time);
  y = 2*x;
  assert(y < 1, "y is " + String(y) + ", too much");
  annotation(experiment(StopTime = 10));
end Forbidden;
