// expect: 5: DuplicateAssignment: `b` is assigned in several places
model WhenAndEquation
  Boolean b(start = false, fixed = true);
equation
  b = time > 5;
  when time > 1 then
    b = true;
  end when;
end WhenAndEquation;
