// expect: 14: SubscriptOutOfRange: 3
connector RealInput = input Real;
connector RealOutput = output Real;
model SubscriptRange
  block Source
    RealOutput y = time;
  end Source;
  block Sink
    RealInput u[2];
  end Sink;
  Source s;
  Sink k;
equation
  connect(s.y, k.u[3]);
end SubscriptRange;
