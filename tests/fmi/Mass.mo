model Mass "a mass that a force moves"
  parameter Real m = 1;
  input Real f(start = 0);
  output Real s(start = 1, fixed = true);
  output Real v(start = 0, fixed = true);
equation
  der(s) = v;
  m*der(v) = f;
  annotation(experiment(StopTime = 3));
end Mass;
