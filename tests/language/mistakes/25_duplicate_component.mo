// Two components with one name
// Rename one of them.
model M
  Real x = 1;
  Real x = 2;
end M;
