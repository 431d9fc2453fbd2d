// expect: 3: WrongEach: `{1, 2}` is an array, but `each start` gives it to each element of `x`
model EachWithArray
  Real x[2](each start = {1, 2});
equation
  der(x) = {1, 1};
end EachWithArray;
