// One equation too many
// Remove the redundant equation.
model M
  Real x = 1;
equation
  x = time;
end M;
