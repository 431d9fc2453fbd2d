// expect: 4: CyclicClass: the declaration of `x` depends on itself
model SizeInSubscriptOfItself
  parameter Integer n = size(x, 1);
  Real x[n];
equation
  x = zeros(n);
end SizeInSubscriptOfItself;
