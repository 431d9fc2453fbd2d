// Arrays of different sizes
// Make the sizes agree.
model M
  Real x[3] = {1, 2};
end M;
