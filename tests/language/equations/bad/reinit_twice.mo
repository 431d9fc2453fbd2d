// expect: 10: DuplicateAssignment: `reinit` is applied to `x` in several when-equations
model ReinitTwice
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when x > 1 then
    reinit(x, 0);
  end when;
  when x > 2 then
    reinit(x, 1);
  end when;
end ReinitTwice;
