// expect: 4: VariabilityMismatch: `p` is a parameter, but this algorithm assigns to it
model AlgorithmAssignParameter
  parameter Real p = 1;
algorithm
  p := 2;
end AlgorithmAssignParameter;
