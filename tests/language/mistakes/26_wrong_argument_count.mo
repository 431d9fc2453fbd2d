// Too many arguments
// Pass the arguments that the function takes.
model M
  Real x = sin(time, 2);
end M;
