// expect: 5: WrongWhen: there is a when-statement inside an initial algorithm section
model WhenInInitial
  parameter Real p(fixed = false);
initial algorithm
  when time > 1 then
    p := 1;
  end when;
end WhenInInitial;
