// expect: 8: StateMachine: the state machine of `a` has no initial state
model NoInitialState
  block State
  end State;
  State a;
  State b;
equation
  transition(a, b, true);
end NoInitialState;
