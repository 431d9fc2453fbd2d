model DelayedSteps "A signal of whole numbers keeps them through a delay, and its jumps come out exactly as late as they are delayed"
  Integer n(start = 1, fixed = true);
  Real r;
  Integer late;
  discrete Real jumped(start = 0, fixed = true) "when the last jump came out";
equation
  when sample(0.3, 0.7) then
    n = pre(n) + 1;
  end when;
  r = n;
  late = integer(delay(r, 0.1));
  when change(late) then
    jumped = time;
  end when;
  annotation(experiment(StopTime = 4));
end DelayedSteps;
