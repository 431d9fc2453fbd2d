// expect: 6: WrongClassKind: the connector `C` cannot have equations
connector C
  Real v;
  flow Real i;
equation
  v = 1;
end C;
model ConnectorWithEquation
  C c;
end ConnectorWithEquation;
