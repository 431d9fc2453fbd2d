// expect: 10: DuplicateAssignment: `n` is assigned in several places
model WhenAlgorithmAndEquation
  Integer n(start = 0, fixed = true);
equation
  when time > 1 then
    n = 1;
  end when;
algorithm
  when time > 2 then
    n := 2;
  end when;
end WhenAlgorithmAndEquation;
