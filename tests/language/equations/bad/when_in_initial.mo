// expect: 5: WrongWhen: a when-equation stands inside an initial equation section
model WhenInInitial
  Real x;
initial equation
  when time > 0 then
    x = 1;
  end when;
equation
  der(x) = 1;
end WhenInInitial;
