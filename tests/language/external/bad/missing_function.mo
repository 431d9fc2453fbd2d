// arguments: --allow-external -L ../libraries
// expect: 9: NotEvaluable: the external function `no_such_function` cannot be called: there is no function `no_such_function` in its libraries
model M
  function f
    input Integer n;
    output Integer y;
  external "C" y = no_such_function(n) annotation(Library = "m");
  end f;
  Real x[f(2)];
end M;
