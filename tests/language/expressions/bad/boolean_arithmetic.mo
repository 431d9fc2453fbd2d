// expect: 3: TypeMismatch: `true` has type Boolean; expected a number
model M
  Real x = true*time;
end M;
