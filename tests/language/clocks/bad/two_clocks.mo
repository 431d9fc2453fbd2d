// expect: 4: ClockMismatch: the clock of `v = sample(time, Clock(0.2))` is not the clock
model TwoClocks
  Real u = sample(time, Clock(0.1));
  Real v = sample(time, Clock(0.2));
  Real w = u + v;
end TwoClocks;
