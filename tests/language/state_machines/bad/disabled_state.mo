// expect: 9: ComponentDisabled: `b` is used as a state, but its condition is false
model DisabledState
  block State
  end State;
  State a;
  State b if false;
equation
  initialState(a);
  transition(a, b, true);
end DisabledState;
