// An algorithm that is `when initial()` only is an initial algorithm.
model WhenInitial
  discrete Real x;
algorithm
  when initial() then
    x := 1;
    x := x + 1;
  end when;
end WhenInitial;
