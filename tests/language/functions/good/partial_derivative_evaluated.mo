// d/dx (x^3) at 2 is 12, and the second derivative is 12 too.
model M
  function f
    input Real x;
    output Real z;
  algorithm
    z := x^3;
  end f;
  function f1 = der(f, x);
  function f2 = der(f, x, x);
  constant Real a = f1(2);
  constant Real b = f2(2);
  Real y[integer(a)] = fill(time, 12);
  Real z[integer(b)] = fill(time, 12);
end M;
