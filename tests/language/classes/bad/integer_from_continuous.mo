// expect: 4: TypeMismatch: `n` has type Integer, but its value has type Real
model IntegerFromContinuous
  Real x = time;
  Integer n = x;
end IntegerFromContinuous;
