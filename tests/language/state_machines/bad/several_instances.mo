// expect: 8: StateMachine: `s` names several instances; a state is a single instance
model SeveralInstances
  block State
  end State;
  State a, s[2];
equation
  initialState(a);
  transition(a, s, true);
end SeveralInstances;
