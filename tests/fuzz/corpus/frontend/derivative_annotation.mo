// The derivative of a function, with the input that has none (section 12.7.1).
model M
  function f
    input Real u;
    input Real k;
    output Real y;
  algorithm
    y := k*u^2;
    annotation(derivative(zeroDerivative = k) = f_der);
  end f;
  function f_der
    input Real u;
    input Real k;
    input Real der_u;
    output Real der_y;
  algorithm
    der_y := 2*k*u*der_u;
  end f_der;
  Real x = f(time, 3);
end M;
