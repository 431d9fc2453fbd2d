// expect: 8: NotEvaluable: the subscripts of the state `s[n]` are not known during translation
model SubscriptVaries
  block State
  end State;
  State s[2];
  Integer n(start = 1) = previous(n);
  Boolean first = activeState(s[1]);
  Boolean any = activeState(s[n]);
equation
  initialState(s[1]);
  transition(s[1], s[2], true);
end SubscriptVaries;
