// expect: 4: WrongArguments: the step of a range is zero
model RangeZeroStep
  parameter Integer n = 3;
  Real x[:] = {i for i in 1:0:n};
end RangeZeroStep;
