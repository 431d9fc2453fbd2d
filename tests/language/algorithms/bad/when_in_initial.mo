// expect: 5: WrongWhen: a when-statement stands inside an initial algorithm section
model WhenInInitial
  parameter Real p(fixed = false);
initial algorithm
  when time > 1 then
    p := 1;
  end when;
end WhenInInitial;
