model A
  function f
    input Real x;
    input Real y;
    output Real z;
  algorithm
    z := x*y;
    annotation(derivative = df, derivative(noDerivative = w) = df);
  end f;
  function df
    input Real x;
    input Real y;
    input Real dx;
    output Real dz;
  algorithm
    dz := dx*y;
  end df;
  parameter Real p = f(1, 2);
end A;
