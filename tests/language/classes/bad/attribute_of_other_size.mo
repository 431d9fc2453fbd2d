// expect: 4: TypeMismatch: attribute `start` has type Integer[2], but `x` has type Real
// expect: 5: TypeMismatch: attribute `start` has type Integer[2], but `y` has type Real[3]
model AttributeOfOtherSize
  Real x(start = {1, 2});
  Real y[3](start = {1, 2});
equation
  der(x) = 1;
  der(y) = ones(3);
end AttributeOfOtherSize;
