// expect: 3: ClockArgument: `-1` is -1; the minimum is 0
model NegativeInterval
  Real u = sample(time, Clock(-1, 10));
end NegativeInterval;
