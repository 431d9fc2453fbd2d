// expect: 3: TypeMismatch: `1` has type Integer; expected Boolean
model M
  Boolean b = 1 and true;
end M;
