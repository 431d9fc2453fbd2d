connector RealInput = input Real;
connector RealOutput = output Real;

// The new element is a vector as the other side is.
model ExpandableVector
  expandable connector Bus
  end Bus;
  block Source
    RealOutput y[3] = {time, 1, 2};
  end Source;
  block Sink
    RealInput u;
  end Sink;
  Bus bus;
  Source s;
  Sink k;
equation
  connect(bus.y, s.y);
  connect(bus.y[2], k.u);
end ExpandableVector;
