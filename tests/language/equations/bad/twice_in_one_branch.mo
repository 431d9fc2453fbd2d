// expect: 7: DuplicateAssignment: `n` is assigned in several places
model TwiceInOneBranch
  Integer n(start = 0, fixed = true);
equation
  when time > 1 then
    n = 3;
    n = 4;
  end when;
end TwiceInOneBranch;
