// expect: 10: NotEvaluable: the size `f(2)` must be known during translation, but n must be more than 3
model M
  function f
    input Integer n;
    output Integer y;
  algorithm
    assert(n > 3, "n must be more than 3");
    y := n;
  end f;
  Real x[f(2)];
end M;
