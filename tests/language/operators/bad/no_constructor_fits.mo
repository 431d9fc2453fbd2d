// arguments: -L ../libraries
// expect: 4: WrongArguments: no constructor of `Complex` takes (String, Integer)
model M
  Complex a = Complex("x", 1);
end M;
