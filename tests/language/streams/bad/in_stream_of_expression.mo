// expect: 9: WrongArguments: inStream
connector Port
  Real p;
  flow Real m;
  stream Real h;
end Port;
model InStreamOfExpression
  Port c;
  Real x = inStream(2*c.h);
equation
  c.p = 1;
  c.h = 1;
end InStreamOfExpression;
