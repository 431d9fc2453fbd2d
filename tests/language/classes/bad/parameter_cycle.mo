// expect: 4: CyclicParameters: the value of parameter `p` depends on itself
// expect: 6: CyclicParameters: the value of constant `c` depends on itself
model ParameterCycle
  parameter Real p = 2*q;
  parameter Real q = sin(p);
  constant Real c = 2*c + 1;
end ParameterCycle;
