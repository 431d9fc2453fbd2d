// expect: 4: VariabilityMismatch: the value of constant `c` depends on `p`, which is a parameter
model M
  parameter Real p = 1;
  constant Real c = p;
end M;
