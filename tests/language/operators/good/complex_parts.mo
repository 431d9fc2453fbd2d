// arguments: -L ../libraries
// The fields of an operator record.
model M
  Complex a = Complex(1, time);
  Real r = a.re;
  Real i = a.im;
end M;
