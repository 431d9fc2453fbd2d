// expect: 9: DuplicateAssignment: `close` is assigned in several places
model TwoWhenEquations
  Boolean close(start = false, fixed = true);
equation
  when time > 1 then
    close = true;
  end when;
  when time > 2 then
    close = false;
  end when;
end TwoWhenEquations;
