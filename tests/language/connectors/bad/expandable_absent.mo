// expect: 9: ComponentDisabled: `bus.speed` is used, but nothing is connected to it
connector RealInput = input Real;
connector RealOutput = output Real;
model ExpandableAbsent
  expandable connector Bus
    Real speed;
  end Bus;
  Bus bus;
  Real x = bus.speed;
end ExpandableAbsent;
