model Clocks "A controller at two rates, an event clock, and a discretized filter"
  Real x(start = 0, fixed = true);
  Real u;
  Real measured;
  Real sum(start = 0);
  Real slow;
  Integer count(start = 0);
  Real filtered(start = 1);
  Real smoothed;
equation
  der(x) = u;
  measured = sample(x, Clock(1, 10));
  sum = previous(sum) + (1 - measured)*interval(measured);
  slow = subSample(sum, 2);
  u = hold(slow);
  when Clock(x > 0.5) then
    count = previous(count) + 1;
  end when;
  der(filtered) = sample(x, Clock(Clock(0.5), solverMethod = "ImplicitEuler")) - filtered;
  smoothed = hold(filtered);
end Clocks;
