// expect: 12: Unbalanced: the state `a` has 1 unknowns, but 0 equations
// expect: 13: Unbalanced: the state `b` has 0 unknowns, but 1 equations
model UnbalancedState
  inner Integer v(start = 0);
  block Missing
    Integer n;
  end Missing;
  block TooMany
    outer Integer v;
  equation v = 1;
  end TooMany;
  Missing a;
  TooMany b;
equation
  a.n = 1;
  initialState(a);
  transition(a, b, true);
end UnbalancedState;
