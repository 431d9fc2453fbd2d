// expect: 3: WrongArguments: the order of `smooth` is -1, which is negative
model SmoothNegativeOrder
  Real x = smooth(-1, time);
end SmoothNegativeOrder;
