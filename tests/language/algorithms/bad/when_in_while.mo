// expect: 6: WrongWhen: there is a when-statement inside a while-loop
model WhenInWhile
  Integer n(start = 0, fixed = true);
algorithm
  while n < 1 loop
    when time > 1 then
      n := 1;
    end when;
  end while;
end WhenInWhile;
