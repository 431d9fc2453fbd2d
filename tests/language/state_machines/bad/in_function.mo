// expect: 6: StateMachine: `ticksInState` is used in a function
model InFunction
  function f
    output Integer n;
  algorithm
    n := ticksInState();
  end f;
  block State
    Integer n = f();
  end State;
  State a;
equation
  initialState(a);
end InFunction;
