// expect: 4: NotEvaluable: the size `n` must be known during translation, but `n` changes during simulation
model M
  Integer n = integer(time);
  Real x[n];
end M;
