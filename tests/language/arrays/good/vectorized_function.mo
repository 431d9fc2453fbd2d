// A user's function with scalar inputs is applied to each element; scalars are repeated (section 12.4.6).
model M
  function f
    input Real a;
    input Real b;
    output Real y;
  algorithm
    y := a + 2*b;
  end f;
  Real x[2] = {time, 1};
  Real y[2] = f(x, 3);
end M;
