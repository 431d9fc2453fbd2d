// expect: 15: UnknownName: `a` has no element named `q`
connector Pin
  Real v;
  flow Real i;
end Pin;
model UnknownConnector
  model Load
    Pin p;
  equation
    p.v = p.i;
  end Load;
  Load a;
  Load b;
equation
  connect(a.q, b.p);
end UnknownConnector;
