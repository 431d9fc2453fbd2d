// expect: 7: WrongWhen: inside an if-equation whose condition is not a parameter expression
model WhenInIf
  Real x;
  Real y;
equation
  if time < 1 then
    when sample(1, 2) then
      x = time;
    end when;
    y = 1;
  else
    x = 2;
    y = 2;
  end if;
end WhenInIf;
