// expect: 7: ClockMismatch: the clock of `when Clock(1, 10) then …` is not the clock that `u = sample(time, Clock(1, 3))` gives
model ClocksDiffer
  block State
    Integer n(start = 0);
  equation
    when Clock(1, 10) then
      n = previous(n) + 1;
    end when;
  end State;
  State a;
  State b;
  Real u = sample(time, Clock(1, 3));
equation
  initialState(a);
  transition(a, b, u > 1);
end ClocksDiffer;
