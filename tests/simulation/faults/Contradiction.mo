model Contradiction "two fixed start values for one degree of freedom"
  Real x(start = 1, fixed = true);
  Real y(start = 3, fixed = true);
  parameter Real factor = 2;
equation
  der(x) = -x;
  y = factor*x;
  annotation(experiment(StopTime = 1));
end Contradiction;
