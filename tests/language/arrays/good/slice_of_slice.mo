// An element of a slice is an element of the array: vectorized calls take it from there.
model M
  function f
    input Real u;
    output Real y;
  algorithm
    y := 2*u;
  end f;
  Real x[4] = {1, 2, 3, 4}*time;
  Real y[2] = f(x[3:4]);
  Real z[2] = f(x[1:2:4]);
end M;
