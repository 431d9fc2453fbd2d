// expect: 4: VariabilityMismatch: the value of parameter `p` depends on `x`, which changes during simulation
model M
  Real x = time;
  parameter Real p = x;
end M;
