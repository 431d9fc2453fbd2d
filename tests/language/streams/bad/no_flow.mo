// expect: 4: WrongArguments: the connector of the stream variable `h` has no flow variable
connector Port
  Real p;
  stream Real h;
end Port;
model NoFlow
  model Source
    Port c;
    Real x = inStream(c.h);
  equation
    c.p = 1;
    c.h = 10;
  end Source;
  Source a;
end NoFlow;
