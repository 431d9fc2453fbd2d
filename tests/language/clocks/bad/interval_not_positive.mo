// expect: 3: ClockArgument: the interval `-0.5` is not positive
model IntervalNotPositive
  Real x = sample(time, Clock(-0.5));
end IntervalNotPositive;
