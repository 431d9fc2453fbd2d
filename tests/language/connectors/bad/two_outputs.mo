// expect: 11: ConnectMismatch: both `a.y` and `b.y` give a value to this connection
connector RealInput = input Real;
connector RealOutput = output Real;
model TwoOutputs
  block Source
    RealOutput y = time;
  end Source;
  Source a;
  Source b;
equation
  connect(a.y, b.y);
end TwoOutputs;
