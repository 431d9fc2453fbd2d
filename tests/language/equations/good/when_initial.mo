// `when initial()` alone: an initial equation, and the variable keeps its value.
model WhenInitial
  discrete Real x;
equation
  when initial() then
    x = 3;
  end when;
end WhenInitial;
