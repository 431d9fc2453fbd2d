connector RealInput = input Real;
connector RealOutput = output Real;

// An inner bus that others reach as outer.
model OuterBus
  expandable connector Bus
  end Bus;
  model Sensor
    outer Bus bus;
    RealOutput y = time;
  equation
    connect(y, bus.x);
  end Sensor;
  inner Bus bus;
  Sensor s;
end OuterBus;
