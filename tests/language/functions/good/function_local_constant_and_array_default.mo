model FunctionLocalConstantAndArrayDefault
  function f
    input Real x[:] = {1, 2, 3};
    input Integer n = size(x, 1);
    output Real y[n];
  protected
    constant Real k[3] = {1, 2, 3};
    parameter Real two = 2;
    Real t[n] = x*two;
  algorithm
    y := t + k[1]*ones(n);
  end f;
  Real y[3] = f();
  Real z[2] = f({time, 2});
end FunctionLocalConstantAndArrayDefault;
