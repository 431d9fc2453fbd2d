// expect: 4: WrongArguments: the size `n` is -1, which is negative
model FillNegative
  parameter Integer n = -1;
  Real x[3] = fill(1, n);
end FillNegative;
