// expect: 3: TypeMismatch: `"a"` has type String, but `1` has type Integer
model M
  Boolean b = "a" == 1;
end M;
