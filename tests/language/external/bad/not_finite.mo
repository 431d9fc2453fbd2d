// arguments: --allow-external
// expect: 9: NotEvaluable: the external function `log` fails: it gives a Real that is not finite
model M
  function f
    input Real x;
    output Real y;
  external "C" y = log(x) annotation(Library = "m");
  end f;
  Real x[integer(f(0))];
end M;
