// expect: 3: CyclicParameters: the value of parameter `p` depends on itself
model ParameterCycleOfElements
  parameter Real p[2] = {1, p[1]};
end ParameterCycleOfElements;
