// expect: 10: TypeMismatch: the input `n` has type Integer; derivatives are taken with respect to scalar Reals
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
