// expect: 10: NotEvaluable: the size of `z` must be known during translation, but its value is not known
model OutputSizeVaries
  function f
    input Integer n;
    input Real x;
    output Real v[:];
  algorithm
    v := fill(x, n);
  end f;
  Real z[:] = f(3, time);
end OutputSizeVaries;
