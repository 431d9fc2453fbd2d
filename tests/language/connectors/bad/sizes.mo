// expect: 14: ConnectMismatch: `s.y` has the size [3], but `k.u` has the size [2]
connector RealInput = input Real;
connector RealOutput = output Real;
model Sizes
  block Source
    RealOutput y[3] = {1, 2, time};
  end Source;
  block Sink
    RealInput u[2];
  end Sink;
  Source s;
  Sink k;
equation
  connect(s.y, k.u);
end Sizes;
