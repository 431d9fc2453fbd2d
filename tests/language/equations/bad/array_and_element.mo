// expect: 9: DuplicateAssignment: `n` is assigned in several places
model ArrayAndElement
  Integer n[2](each start = 0, each fixed = true);
equation
  when time > 1 then
    n = {1, 2};
  end when;
  when time > 2 then
    n[1] = 2;
  end when;
end ArrayAndElement;
