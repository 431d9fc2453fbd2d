// expect: 4: SubscriptOutOfRange: subscript 4 of dimension 1 is outside of `x[3:4]`, which is of type Real[3]
model SliceOutOfRange
  Real x[3] = {1, 2, 3};
  Real y[2] = x[3:4];
end SliceOutOfRange;
