// expect: 4: WrongSize: the size `n` of a dimension is -1
model NegativeDimension
  parameter Integer n = -1;
  Real x[n];
end NegativeDimension;
