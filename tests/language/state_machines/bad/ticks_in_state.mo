// expect: 3: UnsupportedConstruct: state machines are not supported: `ticksInState`
model TicksInState
  Integer n = ticksInState();
end TicksInState;
