// expect: 4: VariabilityMismatch: the value of constant `c` depends on `p`, which is a parameter
model ConstantFromParameter
  parameter Real p = 1;
  constant Real c = 2 * p;
  Real x = c;
end ConstantFromParameter;
