// arguments: -L ../libraries
// expect: 5: TypeMismatch: `<` cannot be applied to `a` of type Complex and `a` of type Complex
model M
  Complex a = Complex(time, 1);
  Boolean b = a < a;
end M;
