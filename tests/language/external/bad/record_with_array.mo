// arguments: --allow-external
// expect: 12: NotEvaluable: the external function `f` cannot be called: a record that contains an array cannot be passed to an external function
model M
  record R
    Real x[2];
  end R;
  function f
    input R r;
    output Integer n;
  external "C" annotation(Include = "int f(void* r);");
  end f;
  Real x[f(R({1, 2}))];
end M;
