model NoSolution "between 0.5 and 0.75 neither branch agrees with its condition"
  Real x;
  Real y;
equation
  x = if y > 1 then 2*y else y;
  y + x = 4*time;
  annotation(experiment(StopTime = 2));
end NoSolution;
