// expect: 3: WrongSize: the size of `x` is `:`, but it has no value that determines it
model M
  Real x[:];
equation
  x = {time};
end M;
