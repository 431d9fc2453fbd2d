// A short class changes a default (section 12.2).
model M
  function f
    input Real u;
    input Real k = 1;
    output Real y;
  algorithm
    y := k*u;
  end f;
  function g = f(k = 7);
  Real x = f(time);
  Real y = g(time);
end M;
