// arguments: -L ../libraries
// expect: 5: NotEvaluable: `counter` has no value that could be computed
model M
  parameter Foreign.Counter counter = Foreign.Counter(-1);
  Real x[Foreign.next(counter)];
end M;
