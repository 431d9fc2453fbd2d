// expect: 9: NotEvaluable: this argument of `transition` must be known during translation, but `early` changes during simulation
model OptionNotParameter
  block State
  end State;
  State a, b;
  Boolean early = time > 1;
equation
  initialState(a);
  transition(a, b, true, immediate = early);
  transition(a, b, true);
end OptionNotParameter;
