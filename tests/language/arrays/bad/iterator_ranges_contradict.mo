// expect: 5: WrongArguments: the range of `i` is not given and does not follow from its use as a subscript
model M
  parameter Real v[2] = {1, 2};
  parameter Real w[3] = {1, 2, 3};
  Real y = sum(v[i]*w[i] for i) + time;
end M;
