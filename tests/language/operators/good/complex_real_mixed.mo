// arguments: -L ../libraries
// A Real beside a Complex is converted by a constructor (section 14.5).
model M
  Complex a = Complex(time, 1);
  Complex b = 2*a;
  Complex c = a - 1;
end M;
