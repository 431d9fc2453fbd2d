// expect: 6: WrongWhen: there is a when-statement inside another when-statement
model WhenNested
  Integer n(start = 0, fixed = true);
algorithm
  when time > 1 then
    when time > 2 then
      n := 1;
    end when;
  end when;
end WhenNested;
