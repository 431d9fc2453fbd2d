// expect: 4: VariabilityMismatch: `max` of `x` depends on `y`
model AttributeDependsOnVariable
  Real y = time;
  Real x(max = y) = 1;
end AttributeDependsOnVariable;
