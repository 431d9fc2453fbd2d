// expect: 6: TypeMismatch: the condition has type Real; expected Boolean
model Condition
  Real x;
algorithm
  x := 0;
  while x loop
    x := x + 1;
  end while;
end Condition;
