// expect: 10: ConnectMismatch: neither `a.pressure` nor `b.pressure` is declared
connector RealInput = input Real;
connector RealOutput = output Real;
model ExpandableNeither
  expandable connector Bus
  end Bus;
  Bus a;
  Bus b;
equation
  connect(a.pressure, b.pressure);
end ExpandableNeither;
