// Nothing gives a clock: it ticks every second.
model DefaultClock
  Real u(start = 0);
equation
  u = previous(u) + 1;
end DefaultClock;
