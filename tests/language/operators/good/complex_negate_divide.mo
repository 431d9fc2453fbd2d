// arguments: -L ../libraries
// Unary minus and division.
model M
  Complex a = Complex(time, 1);
  Complex b = -a;
  Complex c = a/Complex(0, 1);
end M;
