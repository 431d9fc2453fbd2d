// Too many arguments
// Give the arguments that the function has.
model M
  Real x = sin(time, 2);
end M;
