// expect: 7: UnsupportedConstruct: state machines are not supported: `activeState`
model ActiveState
  block State
    Integer n(start = 0);
  end State;
  State a;
  Boolean b = activeState(a);
end ActiveState;
