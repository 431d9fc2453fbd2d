// expect: 4: WrongSize: the size `n` of a dimension is -1
model M
  parameter Integer n = -1;
  Real x[n];
end M;
