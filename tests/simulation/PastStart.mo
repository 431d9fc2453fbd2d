model PastStart "The fixed start value of a discrete variable is that of its past, also if the variable is known to be another"
  Boolean off(start = true, fixed = true) = false;
  Real x(start = 1, fixed = true);
equation
  der(x) = if off then 0 else -x;
  annotation(experiment(StopTime = 1));
end PastStart;
