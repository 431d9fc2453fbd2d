// A subscript out of range
// Subscripts go from 1 to the size of the array.
model M
  Real x[3] = {1, 2, 3};
  Real y = x[4];
end M;
