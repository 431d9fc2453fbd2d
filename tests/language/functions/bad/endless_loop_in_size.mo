// expect: 11: NotEvaluable: the size `f(0)` must be known during translation, but more than 10000000 statements were executed
model M
  function f
    input Integer n;
    output Integer y = 0;
  algorithm
    while true loop
      y := y + n;
    end while;
  end f;
  Real x[f(0)];
end M;
