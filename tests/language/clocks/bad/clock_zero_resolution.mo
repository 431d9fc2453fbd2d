// expect: 5: ClockArgument: `0` is 0; the minimum is 1
model ClockZeroResolution
  Real x(start = 0);
equation
  when Clock(3, 0) then
    x = previous(x) + 1;
  end when;
end ClockZeroResolution;
