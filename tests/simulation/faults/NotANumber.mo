model NotANumber "the root of what becomes negative"
  Real x(start = 0, fixed = true);
  Real speed;
equation
  der(x) = 2*speed;
  speed = sqrt(1 - time);
  annotation(experiment(StopTime = 2));
end NotANumber;
