// expect: 8: NotEvaluable: the external function `f` cannot be called: functions in the language "Java" cannot be called
model M
  function f
    input Integer n;
    output Integer y;
  external "Java" y = f(n);
  end f;
  Real x[f(2)];
end M;
