// A call over two dimensions gives a matrix (section 12.4.6).
model M
  function f
    input Real a;
    output Real y;
  algorithm
    y := a^2;
  end f;
  parameter Real m[2, 2] = {{1, 2}, {3, 4}};
  Real y[2, 2] = f(m*time);
end M;
