// expect: 3: TypeMismatch: `"a"` has type String; expected a number
model StringInSum
  Real x = 1 + "a";
end StringInSum;
