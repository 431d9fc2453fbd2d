// expect: 3: TypeMismatch: `"x"` has type String; expected a number
model M
  Real y = sin("x");
end M;
