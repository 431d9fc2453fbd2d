// expect: 9: TypeMismatch: Real; expected Integer
// expect: 10: TypeMismatch: Integer; expected Boolean
model OptionType
  block State
  end State;
  State a, b;
equation
  initialState(a);
  transition(a, b, true, priority = 1.5);
  transition(a, b, true, immediate = 1);
  transition(a, b, true);
end OptionType;
