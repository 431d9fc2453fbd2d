// expect: 15: ConnectMismatch: `s.y` and `k.u` have different types
connector RealInput = input Real;
connector RealOutput = output Real;
connector BooleanInput = input Boolean;
model TypesDiffer
  block Source
    RealOutput y = time;
  end Source;
  block Sink
    BooleanInput u;
  end Sink;
  Source s;
  Sink k;
equation
  connect(s.y, k.u);
end TypesDiffer;
