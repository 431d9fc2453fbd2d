connector RealInput = input Real;
connector RealOutput = output Real;

// Subscripts make an array that is large enough.
model ExpandableArray
  expandable connector Bus
  end Bus;
  block Source
    RealOutput y = time;
  end Source;
  Bus bus;
  Source s[2];
equation
  connect(s[1].y, bus.x[1]);
  connect(s[2].y, bus.x[2]);
end ExpandableArray;
