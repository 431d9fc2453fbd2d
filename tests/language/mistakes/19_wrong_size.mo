// Arrays of different sizes
// Make the sizes equal.
model M
  Real x[3] = {1, 2};
end M;
