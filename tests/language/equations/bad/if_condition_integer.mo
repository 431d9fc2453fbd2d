// expect: 6: TypeMismatch: the condition has type Integer; expected Boolean
model IfConditionInteger
  Integer n = 1;
  Real x;
equation
  if n then
    x = 1;
  else
    x = 2;
  end if;
end IfConditionInteger;
