// expect: 4: NotAValue: `x` is not a function
model M
  Real x = time;
  Real y = x(1);
end M;
