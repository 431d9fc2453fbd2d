// expect: 3: TypeMismatch: `"a"` has type String; expected a number, Boolean or an enumeration
model M
  parameter String s[:] = "a":"c";
end M;
