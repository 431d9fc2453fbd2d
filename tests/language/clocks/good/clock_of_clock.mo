// A clock that comes from outside, and another one made of it, without anything that ticks with them.
block ClockOfClock
  connector ClockInput = input Clock;
  connector ClockOutput = output Clock;
  parameter Integer n = 1;
  ClockInput u;
  ClockOutput y;
equation
  y = shiftSample(u, n, 2);
end ClockOfClock;
