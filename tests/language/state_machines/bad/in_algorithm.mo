// expect: 9: StateMachine: `transition` is an equation of its own; it has no place here
model InAlgorithm
  block State
  end State;
  State a;
equation
  initialState(a);
algorithm
  transition(a, a, true);
end InAlgorithm;
