// expect: 9: NotEvaluable: the size `f(0)` must be known during translation, but more than 200 functions call each other
model M
  function f
    input Integer n;
    output Integer y;
  algorithm
    y := f(n + 1);
  end f;
  Real x[f(0)];
end M;
