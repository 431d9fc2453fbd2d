// expect: 3: TypeMismatch: `1` has type Integer, but `"a"` has type String
model M
  parameter Real v[2] = {1, "a"};
end M;
