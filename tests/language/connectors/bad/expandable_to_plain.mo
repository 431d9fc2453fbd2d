// expect: 17: ConnectMismatch: `bus` is an expandable connector, but `a.p` is not
connector Pin
  Real v;
  flow Real i;
end Pin;
model ExpandableToPlain
  expandable connector Bus
  end Bus;
  model Load
    Pin p;
  equation
    p.v = p.i;
  end Load;
  Bus bus;
  Load a;
equation
  connect(bus, a.p);
end ExpandableToPlain;
