// arguments: -L ../libraries
// expect: 5: TypeMismatch: `b` has type Real, but its value has type Complex
model M
  Complex a = Complex(time, 1);
  Real b = a;
end M;
