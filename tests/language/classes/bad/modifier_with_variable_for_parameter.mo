// expect: 7: VariabilityMismatch: the value of parameter `a.p` depends on `x`
model A
  parameter Real p = 1;
end A;
model ModifierWithVariableForParameter
  Real x = time;
  A a(p = x);
end ModifierWithVariableForParameter;
