// expect: 3: TypeMismatch: `1` has type Integer; expected Boolean
model M
  Boolean b = not 1;
end M;
