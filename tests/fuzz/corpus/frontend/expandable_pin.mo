connector Pin
  Real v;
  flow Real i;
end Pin;

// A connector with a flow in a bus.
model ExpandablePin
  expandable connector Bus
  end Bus;
  model Load
    Pin p;
  equation
    p.v = p.i + 1;
  end Load;
  Bus bus;
  Load a;
  Load b;
equation
  connect(a.p, bus.p);
  connect(bus.p, b.p);
end ExpandablePin;
