// expect: 3: TypeMismatch: `1` has type Integer; expected Boolean
model M
  Real x = if 1 then 1 else 2;
end M;
