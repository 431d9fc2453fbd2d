// expect: 4: VariabilityMismatch: the value of parameter `p` depends on `x`, which changes during simulation
model ParameterFromVariable
  Real x = time;
  parameter Real p = 2 * x;
end ParameterFromVariable;
