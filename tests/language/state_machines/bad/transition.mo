// expect: 13: UnsupportedConstruct: state machines are not supported: `transition`
// expect: 14: UnsupportedConstruct: state machines are not supported: `initialState`
model Transition
  model State
    outer output Integer n;
  equation
    n = previous(n) + 1;
  end State;
  inner Integer n(start = 0);
  State a;
  State b;
equation
  transition(a, b, n > 3);
  initialState(a);
end Transition;
