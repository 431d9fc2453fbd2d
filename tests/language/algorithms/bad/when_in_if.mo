// expect: 6: WrongWhen: a when-statement stands inside an if-statement
model WhenInIf
  Integer n(start = 0, fixed = true);
algorithm
  if time < 3 then
    when time > 1 then
      n := 1;
    end when;
  end if;
end WhenInIf;
