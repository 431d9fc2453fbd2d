// The clock of a variable is inferred from what it depends on.
model Previous
  Real u = sample(time, Clock(1, 10));
  Real s(start = 0);
equation
  s = previous(s) + u;
end Previous;
