// expect: 8: VariabilityMismatch: `k` belongs to the enclosing class `EnclosingParameterInFunction`, but is not a constant there
model EnclosingParameterInFunction
  parameter Real k = 3;
  function f
    input Real x;
    output Real y;
  algorithm
    y := k*x;
  end f;
  Real y = f(time);
end EnclosingParameterInFunction;
