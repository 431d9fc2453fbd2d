// expect: 8: StateMachine: `b` is not a state of a state machine
// expect: 9: StateMachine: `n` is not a block, so it cannot be a state
model ActiveState
  block State
  end State;
  State a, b;
  Integer n = 1;
  Boolean x = activeState(b);
  Boolean y = activeState(n);
equation
  initialState(a);
end ActiveState;
