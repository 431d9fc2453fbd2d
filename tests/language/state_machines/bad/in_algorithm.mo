// expect: 9: StateMachine: `transition` can only be used as an equation of its own
model InAlgorithm
  block State
  end State;
  State a;
equation
  initialState(a);
algorithm
  transition(a, a, true);
end InAlgorithm;
