// arguments: --allow-external
// expect: 9: NotEvaluable: the external function `abs` fails: the Integer 3000000000 does not fit into an `int` of C
model M
  function f
    input Integer n;
    output Integer y;
  external "C" y = abs(n);
  end f;
  Real x[f(3000000000)];
end M;
