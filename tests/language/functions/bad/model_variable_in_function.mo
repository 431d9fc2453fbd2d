// expect: 8: VariabilityMismatch: `k` belongs to the enclosing class `M`, but is not a constant there
model M
  Real k = time;
  function f
    input Real u;
    output Real y;
  algorithm
    y := u*k;
  end f;
  Real y = f(time);
end M;
