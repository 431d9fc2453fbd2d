// expect: 13: UnknownName: `bus` has no element named `sub`
connector RealInput = input Real;
connector RealOutput = output Real;
model ExpandableDeep
  expandable connector Bus
  end Bus;
  block Source
    RealOutput y = time;
  end Source;
  Bus bus;
  Source s;
equation
  connect(s.y, bus.sub.x);
end ExpandableDeep;
