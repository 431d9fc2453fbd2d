connector RealInput = input Real;
connector RealOutput = output Real;

// A declared array without size is as large as the elements that are connected.
model ExpandableOpenSize
  expandable connector Bus
    Real x[:](each unit = "V");
  end Bus;
  block Source
    RealOutput y = time;
  end Source;
  Bus bus;
  Source s[2];
equation
  connect(s[1].y, bus.x[1]);
  connect(s[2].y, bus.x[2]);
end ExpandableOpenSize;
