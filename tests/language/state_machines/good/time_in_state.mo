// The condition of an immediate transition sees the time up to this tick, that of a delayed one takes effect a tick later.
model TimeInState
  block State
    Real t = timeInState();
  end State;
  State a;
  State b;
  Real x = sample(time, Clock(1, 2));
equation
  initialState(a);
  transition(a, b, timeInState() >= 1.0 and x >= 0);
  transition(b, a, timeInState() >= 1.0, immediate = false);
end TimeInState;
