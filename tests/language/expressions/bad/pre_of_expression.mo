// expect: 3: WrongArguments: `pre` is applied to something that is not a variable
model M
  Real x = pre(time + 1);
end M;
