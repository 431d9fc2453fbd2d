// expect: 3: TypeMismatch: `x` has type Real, but its value has type Boolean
model BooleanForReal
  Real x = true;
end BooleanForReal;
