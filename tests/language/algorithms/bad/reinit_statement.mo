// expect: 8: WrongWhen: `reinit` is used in an algorithm
model ReinitStatement
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
algorithm
  when x > 1 then
    reinit(x, 0);
  end when;
end ReinitStatement;
