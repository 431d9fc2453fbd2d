// expect: 3: WrongArguments: the range of `i` is not given and does not follow from its use as a subscript
model M
  Real y = sum(i for i) + time;
end M;
