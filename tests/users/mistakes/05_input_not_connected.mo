model M
  Parts.SignalVoltage source;
  Parts.Gain gain(k = 2); //!
  Parts.Resistor load;
  Parts.Ground ground;
equation
  connect(gain.y, source.u);
  connect(source.p, load.p);
  connect(load.n, source.n);
  connect(source.n, ground.p);
end M;
