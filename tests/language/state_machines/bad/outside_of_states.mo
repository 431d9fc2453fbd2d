// expect: 7: StateMachine: `ticksInState` is used neither in a state nor in the condition of a transition
// expect: 8: StateMachine: `timeInState` is used neither in a state nor in the condition of a transition
model OutsideOfStates
  block State
  end State;
  State a;
  Integer n = ticksInState();
  Real t = timeInState();
equation
  initialState(a);
end OutsideOfStates;
