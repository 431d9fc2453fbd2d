// expect: 4: VariabilityMismatch: `u` is an input, but this algorithm assigns to it
model AssignInputTop
  input Real u;
algorithm
  u := 2;
end AssignInputTop;
