// expect: 8: NotEvaluable: the size `f(2)` must be known during translation, but the external function `unknown_to_us` cannot be called: its C code belongs neither to a library
model M
  function f
    input Integer n;
    output Integer y;
  external "C" y = unknown_to_us(n);
  end f;
  Real x[f(2)];
end M;
