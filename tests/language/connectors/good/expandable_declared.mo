connector RealInput = input Real;
connector RealOutput = output Real;

// What is declared but not connected is not there; a declared variable need not be a connector.
model ExpandableDeclared
  expandable connector Bus
    Real speed(unit = "rad/s");
    Real unused;
  end Bus;
  block Source
    RealOutput y = time;
  end Source;
  Bus bus;
  Source s;
  Real twice = 2*bus.speed;
equation
  connect(s.y, bus.speed);
end ExpandableDeclared;
