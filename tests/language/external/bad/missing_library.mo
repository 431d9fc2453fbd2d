// arguments: --allow-external
// expect: 9: NotEvaluable: the external function `f` cannot be called: there is no library `there_is_no_such_library`
model M
  function f
    input Integer n;
    output Integer y;
  external "C" annotation(Library = "there_is_no_such_library");
  end f;
  Real x[f(2)];
end M;
