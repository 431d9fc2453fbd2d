// expect: 4: NotEvaluable: the size `n` must be known during translation, but `n` has no value that could be computed
model M
  parameter Integer n;
  Real x[n] = fill(time, n);
end M;
