// expect: 7: StateMachine: `a` is declared as the initial state a second time
model InitialStateTwice
  block State
  end State;
  State a;
equation
  initialState(a); initialState(a);
end InitialStateTwice;
