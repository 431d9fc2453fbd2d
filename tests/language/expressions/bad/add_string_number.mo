// expect: 3: TypeMismatch: `"a"` has type String; expected a number
model M
  parameter String s = "a" + 1;
end M;
