// expect: 10: TypeMismatch: the input `n` has type Integer; a derivative is taken by a scalar Real
model M
  function f
    input Real x;
    input Integer n;
    output Real y;
  algorithm
    y := x^n;
  end f;
  function g = der(f, n);
  Real y = g(time, 2);
end M;
