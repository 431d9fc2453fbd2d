// expect: 10: StateMachine: another transition from `a` also has the priority 1
model SamePriority
  block State
  end State;
  State a;
  State b;
equation
  initialState(a);
  transition(a, b, true);
  transition(a, a, true, priority = 1);
  transition(b, a, true);
end SamePriority;
