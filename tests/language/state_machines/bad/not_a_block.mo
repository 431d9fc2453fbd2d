// expect: 16: StateMachine: `r` is of the record R; only blocks and models can be states
// expect: 17: StateMachine: `x` is not a block, so it cannot be a state
// expect: 18: StateMachine: `1` is not a block, so it cannot be a state
// expect: 19: UnknownName: nothing named `nobody` is declared here
model NotABlock
  block State
  end State;
  record R
    Real y = 1;
  end R;
  State a;
  R r;
  Real x = 1;
equation
  initialState(a);
  transition(a, r, true);
  transition(a, x, true, priority = 2);
  transition(a, 1, true, priority = 3);
  transition(a, nobody, true, priority = 4);
end NotABlock;
