model ClockMissing
  Real x(start = 0);
equation
  x = previous(x) + 1;
end ClockMissing;
