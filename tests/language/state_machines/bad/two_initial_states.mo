// expect: 9: StateMachine: the state machine of `b` has another initial state, `a`
model TwoInitialStates
  block State
  end State;
  State a;
  State b;
equation
  initialState(a);
  initialState(b);
  transition(a, b, true);
end TwoInitialStates;
