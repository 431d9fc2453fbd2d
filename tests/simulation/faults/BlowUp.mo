model BlowUp "infinite after one second: no step is short enough"
  Real x(start = 1, fixed = true);
equation
  der(x) = x^2;
  annotation(experiment(StopTime = 2));
end BlowUp;
