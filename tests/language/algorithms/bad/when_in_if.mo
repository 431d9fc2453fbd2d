// expect: 6: WrongWhen: there is a when-statement inside an if-statement
model WhenInIf
  Integer n(start = 0, fixed = true);
algorithm
  if time < 3 then
    when time > 1 then
      n := 1;
    end when;
  end if;
end WhenInIf;
