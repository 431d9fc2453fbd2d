// expect: 5: WrongArguments: `assert` takes 2 or 3 arguments, not 1
model AssertArguments
  Real x = time;
equation
  assert(x < 10);
end AssertArguments;
