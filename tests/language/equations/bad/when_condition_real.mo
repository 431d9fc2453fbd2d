// expect: 5: TypeMismatch: the condition has type Real; expected Boolean
model WhenConditionReal
  Integer n(start = 0, fixed = true);
equation
  when time then
    n = 1;
  end when;
end WhenConditionReal;
