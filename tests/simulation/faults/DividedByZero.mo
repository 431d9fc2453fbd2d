model DividedByZero "a divisor that an event makes zero"
  Real x(start = 0, fixed = true);
  Real y;
  Real divisor;
equation
  der(x) = y;
  divisor = if time < 1 then 2 else 0;
  y = 1/divisor;
  annotation(experiment(StopTime = 2));
end DividedByZero;
