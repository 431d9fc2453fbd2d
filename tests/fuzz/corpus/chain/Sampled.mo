model Sampled "Samplings, a delay, and clocks"
  Real x(start = 0, fixed = true);
  Real late;
  discrete Real held(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
  Integer k(start = 0, fixed = true);
  Real measured;
  Real sum(start = 0);
  Real slow;
  Real slow_held;
  Integer passed(start = 0);
  Integer passed_held;
equation
  der(x) = 1;
  late = delay(x, 0.5);
  when sample(0.25, 0.5) then
    held = x;
  elsewhen time > 1.125 then
    held = -1;
  end when;
  measured = sample(x, Clock(1, 10));
  sum = previous(sum) + measured*interval(measured);
  slow = subSample(sum, 2);
  slow_held = hold(slow);
  when Clock(x > 0.55) then
    passed = previous(passed) + 1;
  end when;
  passed_held = hold(passed);
  when time > 1.55 then
    terminate("that is enough");
  end when;
algorithm
  when sample(0, 0.25) then
    n := pre(n) + 1;
  end when;
  when sample(0, 0.5) then
    n := n + 100;
    k := n;
  end when;
  annotation(experiment(StopTime = 2));
end Sampled;
