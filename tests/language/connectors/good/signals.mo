connector RealInput = input Real;
connector RealOutput = output Real;

// Causal connectors.
model Signals
  block Source
    RealOutput y = time;
  end Source;
  block Gain
    RealInput u;
    RealOutput y = 2*u;
  end Gain;
  Source s;
  Gain g;
equation
  connect(s.y, g.u);
end Signals;
