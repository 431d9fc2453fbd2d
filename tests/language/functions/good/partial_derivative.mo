// function g = der(f, x): the derivative by an input (section 12.7.2).
model M
  function f
    input Real x;
    input Real y;
    output Real z;
  protected
    Real t;
  algorithm
    t := x*y;
    z := t^2 + sin(x);
  end f;
  function fx = der(f, x);
  Real a = fx(time, 2);
end M;
