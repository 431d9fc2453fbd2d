// expect: 16: ConnectMismatch: both `a.y` and `b.y` give a value to this connection
connector RealInput = input Real;
connector RealOutput = output Real;
model TwoOutputsThroughInput
  block Source
    RealOutput y = time;
  end Source;
  block Sink
    RealInput u;
  end Sink;
  Source a;
  Source b;
  Sink k;
equation
  connect(a.y, k.u);
  connect(b.y, k.u);
end TwoOutputsThroughInput;
