// One equation too many
// Remove the equation that says it again.
model M
  Real x = 1;
equation
  x = time;
end M;
