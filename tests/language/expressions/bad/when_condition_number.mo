// expect: 5: TypeMismatch: the condition has type Real; expected Boolean
model M
  discrete Real x;
equation
  when time then
    x = 1;
  end when;
end M;
