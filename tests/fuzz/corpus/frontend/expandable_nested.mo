connector RealInput = input Real;
connector RealOutput = output Real;

// A bus in a bus: declared on one side only.
model ExpandableNested
  expandable connector Sub
  end Sub;
  expandable connector Bus
    Sub sub;
  end Bus;
  expandable connector Empty
  end Empty;
  block Source
    RealOutput y = time;
  end Source;
  Bus bus;
  Empty other;
  Source s;
equation
  connect(s.y, bus.sub.x);
  connect(bus, other);
end ExpandableNested;
