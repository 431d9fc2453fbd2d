// A function that does not exist
// Correct the name, or import the function.
model M
  Real x = sinus(time);
end M;
