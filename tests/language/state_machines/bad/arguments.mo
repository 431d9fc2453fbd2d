// expect: 10: WrongArguments: `transition` takes 3 to 7 arguments, not 2
// expect: 11: WrongArguments: `transition` has no argument `prio`
// expect: 12: WrongArguments: argument `condition` is given twice
// expect: 13: WrongArguments: `initialState` takes 1 argument, not 2
model Arguments
  block State
  end State;
  State a, b;
equation
  transition(a, b);
  transition(a, b, true, prio = 1);
  transition(a, b, true, condition = true);
  initialState(a, b);
  initialState(a);
  transition(a, b, true);
end Arguments;
