// expect: 8: UnknownName: `bus` has no element named `speed`
connector RealInput = input Real;
connector RealOutput = output Real;
model ExpandableUndeclaredRead
  expandable connector Bus
  end Bus;
  Bus bus;
  Real x = bus.speed;
end ExpandableUndeclaredRead;
