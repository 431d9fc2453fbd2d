// expect: 4: TypeMismatch: the condition of a component has type Integer; expected Boolean
model ConditionNotBoolean
  parameter Integer n = 1;
  Real x = time if n;
end ConditionNotBoolean;
