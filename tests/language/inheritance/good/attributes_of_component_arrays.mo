model A
  Real x(start = 1, fixed = true);
  Real y[2](start = {1, 2}, each fixed = true);
equation
  der(x) = 1;
  der(y) = {1, 2};
end A;
model AttributesOfComponentArrays
  A a[3](x(start = {1, 2, 3}), y(start = {{1, 2}, {3, 4}, {5, 6}}));
  A b[2](each x.start = 4, each y(start = {7, 8}));
end AttributesOfComponentArrays;
