// expect: 3: DuplicateAssignment: `n` is assigned in several places
model WhenAndBinding
  Integer n = integer(time);
equation
  when time > 1 then
    n = 3;
  end when;
end WhenAndBinding;
