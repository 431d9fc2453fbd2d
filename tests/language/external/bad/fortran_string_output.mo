// expect: 9: NotEvaluable: the external function `f` cannot be called: only single strings can be given to a FORTRAN 77 function, and none be taken from it
model M
  function f
    input Integer n;
    output Integer y;
    output String s;
  external "FORTRAN 77" f(n, y, s);
  end f;
  Real x[f(2)];
end M;
