// arguments: --allow-external
// expect: 9: NotEvaluable: the external function `f` cannot be called: the C code of the function cannot be compiled
model M
  function f
    input Integer n;
    output Integer y;
  external "C" annotation(Include = "int f(int n);");
  end f;
  Real x[f(2)];
end M;
