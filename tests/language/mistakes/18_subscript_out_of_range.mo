// A subscript out of range
// Arrays begin with 1 and end with their size.
model M
  Real x[3] = {1, 2, 3};
  Real y = x[4];
end M;
