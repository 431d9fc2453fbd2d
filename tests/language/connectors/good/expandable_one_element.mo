connector RealInput = input Real;
connector RealOutput = output Real;

// Elements that nothing is connected to have a default value.
model ExpandableOneElement
  expandable connector Bus
  end Bus;
  block Source
    RealOutput y = time;
  end Source;
  Bus bus;
  Source s;
equation
  connect(s.y, bus.speed[2]);
end ExpandableOneElement;
