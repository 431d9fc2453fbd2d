connector RealInput = input Real;
connector RealOutput = output Real;

// Elements of a vector of signals, connected in a loop.
model SignalVectorElements
  block Source
    RealOutput y = time;
  end Source;
  block Sum
    RealInput u[2];
    RealOutput y = sum(u);
  end Sum;
  Source s[2];
  Sum k;
equation
  for i in 1:2 loop
    connect(s[i].y, k.u[i]);
  end for;
end SignalVectorElements;
