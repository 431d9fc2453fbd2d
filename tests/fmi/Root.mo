model Root "has no values where x is negative"
  input Real u(start = 1);
  Real x(start = 1, fixed = true);
  output Real y;
equation
  der(x) = u - sqrt(x)*0 - (if x < -1 then 1/(x - x) else 0);
  y = sqrt(x);
  assert(x < 1.5, "quite a lot", AssertionLevel.warning);
  assert(x < 5, "too much %s%n #1#");
  annotation(experiment(StopTime = 2));
end Root;
