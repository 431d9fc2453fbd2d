// Nothing gives a clock: it ticks every second.
// warns: 6: ClockMissing: no clock is given
model DefaultClock
  Real u(start = 0);
equation
  u = previous(u) + 1;
end DefaultClock;
