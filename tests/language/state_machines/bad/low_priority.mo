// expect: 10: StateMachine: the priority of the transition is 0; the minimum is 1
model LowPriority
  block State
  end State;
  State a;
  State b;
  parameter Integer p = 0;
equation
  initialState(a);
  transition(a, b, true, priority = p);
  transition(a, b, true);
end LowPriority;
