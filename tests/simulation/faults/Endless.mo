model Endless "long enough to be stopped by the user"
  Real x(start = 1, fixed = true);
  Real v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
  annotation(experiment(StopTime = 9e7, Interval = 0.1));
end Endless;
