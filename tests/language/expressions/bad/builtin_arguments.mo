// expect: 3: WrongArguments: `sin` takes 1 argument, not 2
model M
  Real y = sin(time, 2);
end M;
