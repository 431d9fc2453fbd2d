model LateStep "A step function of time whose borders are quotients"
  Real x(start = 0, fixed = true);
  Real left = floor(1 - 4*time);
equation
  der(x) = left;
  annotation(experiment(StopTime = 1));
end LateStep;
