// expect: 3: TypeMismatch: `n` has type Integer, but its value has type Real
model M
  Integer n = time;
end M;
