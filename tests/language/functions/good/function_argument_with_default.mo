model FunctionArgumentWithDefault
  partial function F
    input Real x;
    output Real y;
  end F;
  function g
    input Real x;
    input Real z = 3;
    output Real y;
  algorithm
    y := x + z;
  end g;
  function apply
    input F f;
    input Real a;
    output Real y;
  algorithm
    y := f(a);
  end apply;
  Real w = apply(g, time);
end FunctionArgumentWithDefault;
