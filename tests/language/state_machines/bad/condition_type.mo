// expect: 9: TypeMismatch: Integer; expected Boolean
model ConditionType
  block State
  end State;
  State a;
  State b;
equation
  initialState(a);
  transition(a, b, 1);
end ConditionType;
