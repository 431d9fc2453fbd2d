// expect: 8: ClockMismatch: is clocked, but its variables are continuous because of
model ContinuousCondition
  block State
  end State;
  State a, b;
  Real x(start = 0);
equation
  initialState(a);
  der(x) = 1;
  transition(a, b, x > 1);
end ContinuousCondition;
