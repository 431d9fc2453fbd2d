// expect: 3: TypeMismatch: `1` has type Integer, but `"two"` has type String
model M
  Real x = if time > 1 then 1 else "two";
end M;
