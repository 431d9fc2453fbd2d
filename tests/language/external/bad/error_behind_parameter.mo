// arguments: -L ../libraries
// expect: 5: NotEvaluable: `n` has no value that could be computed
model M
  parameter Integer n = Foreign.fails(5);
  Real x[n];
end M;
