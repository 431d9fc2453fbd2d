// expect: 15: ConnectNotConnector: `a` is not a connector
connector Pin
  Real v;
  flow Real i;
end Pin;
model ModelConnected
  model Load
    Pin p;
  equation
    p.v = p.i;
  end Load;
  Load a;
  Load b;
equation
  connect(a, b.p);
end ModelConnected;
