// expect: 9: NotEvaluable: the condition of a transition must be known during translation, but `late` changes during simulation
model InIf
  block State
  end State;
  State a;
  Boolean late = time > 1;
equation
  initialState(a);
  if late then
    transition(a, a, true);
  end if;
end InIf;
