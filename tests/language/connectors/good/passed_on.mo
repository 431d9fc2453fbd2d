connector RealInput = input Real;
connector RealOutput = output Real;

// An output that comes from a component inside is one source, through all levels.
model PassedOn
  block Source
    RealOutput y = time;
  end Source;
  block Wrapped
    RealOutput y;
    Source s;
  equation
    connect(s.y, y);
  end Wrapped;
  block Sink
    RealInput u;
  end Sink;
  Wrapped w;
  Sink k;
  Sink l;
equation
  connect(w.y, k.u);
  connect(w.y, l.u);
end PassedOn;
