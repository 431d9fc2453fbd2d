model SingularBlock "two equations that contradict each other from an event on"
  Real x;
  Real y;
  Real s(start = 0, fixed = true);
  Real a;
equation
  a = if time < 1 then 2 else 1;
  a*x + y = 1 + s;
  x + y = 2 + 2*s;
  der(s) = x;
  annotation(experiment(StopTime = 2));
end SingularBlock;
