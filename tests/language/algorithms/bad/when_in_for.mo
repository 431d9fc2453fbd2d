// expect: 6: WrongWhen: there is a when-statement inside a for-loop
model WhenInFor
  Integer n(start = 0, fixed = true);
algorithm
  for i in 1:2 loop
    when time > i then
      n := i;
    end when;
  end for;
end WhenInFor;
