// arguments: -L ../libraries
// Complex numbers: + and * call the functions of the operator record (section 14.5).
model M
  Complex a = Complex(time, 1);
  Complex b = a + Complex(2);
  Complex c = a*b;
end M;
