// arguments: -L ../libraries
// expect: 5: TypeMismatch: `+` cannot be applied to `a` of type Complex and `"x"` of type String
model M
  Complex a = Complex(time, 1);
  Complex b = a + "x";
end M;
