// expect: 6: WrongWhen: there is a when-equation inside another when-equation
model WhenNested
  Real y(start = 0, fixed = true);
equation
  when time > 2 then
    when time > 3 then
      y = sin(time);
    end when;
  end when;
end WhenNested;
