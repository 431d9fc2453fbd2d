// expect: 8: WrongArguments: inStream
model NotAStream
  connector C
    Real p;
    flow Real m;
  end C;
  C c;
  Real x = inStream(c.p);
equation
  c.p = 1;
end NotAStream;
