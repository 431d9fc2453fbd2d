// expect: 6: WrongWhen: a when-equation stands inside another when-equation
model WhenNested
  Real y(start = 0, fixed = true);
equation
  when time > 2 then
    when time > 3 then
      y = sin(time);
    end when;
  end when;
end WhenNested;
