// expect: 5: WrongWhen: there is a when-equation inside an initial equation section
model WhenInInitial
  Real x;
initial equation
  when time > 0 then
    x = 1;
  end when;
equation
  der(x) = 1;
end WhenInInitial;
