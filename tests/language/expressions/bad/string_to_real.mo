// expect: 3: TypeMismatch: `x` has type Real, but its value has type String
model M
  parameter Real x = "1";
end M;
