// expect: 10: StateMachine: `transition` is used inside a when-equation
// expect: 13: StateMachine: `initialState` is used inside an initial equation section
model InWhen
  block State
  end State;
  State a;
equation
  initialState(a);
  when time > 1 then
    transition(a, a, true);
  end when;
initial equation
  initialState(a);
end InWhen;
