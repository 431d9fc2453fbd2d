// An equation between arrays is one equation for each element.
model M
  Real x[2];
  Real y[2];
equation
  x + y = {1, 2};
  x - y = {time, 0};
end M;
