// expect: 4: VariabilityMismatch: `p` is a constant, but this algorithm assigns to it
model AlgorithmAssignConstant
  constant Real p = 1;
algorithm
  p := 2;
end AlgorithmAssignConstant;
