// A function inherits inputs, outputs and locals (section 12.2).
model M
  partial function Base
    input Real u;
    output Real y;
  end Base;
  function f
    extends Base;
    input Real k = 2;
  algorithm
    y := k*u;
  end f;
  Real x = f(time, 3);
end M;
