// expect: 3: TypeMismatch: `n` has type Integer, but its value has type Real
model M
  parameter Integer n = 1.5;
end M;
