// expect: 3: VariabilityMismatch: the value of parameter `p` depends on `time`
model ParameterFromTime
  parameter Real p = time;
  Real x = p;
end ParameterFromTime;
