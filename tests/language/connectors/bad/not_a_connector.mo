// expect: 10: ConnectNotConnector: `x` is not a connector
connector Pin
  Real v;
  flow Real i;
end Pin;
model NotAConnector
  Pin p;
  Real x = 1;
equation
  connect(p, x);
end NotAConnector;
