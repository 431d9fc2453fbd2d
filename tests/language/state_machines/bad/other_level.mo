// expect: 14: StateMachine: `a` and `b.inside` are not components of the same instance
model OtherLevel
  block State
  end State;
  block Around
    State inside;
  equation
    initialState(inside);
  end Around;
  State a;
  Around b;
equation
  initialState(a);
  transition(a, b.inside, true);
  transition(a, b, true, priority = 2);
end OtherLevel;
