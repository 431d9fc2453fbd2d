connector RealInput = input Real;
connector RealOutput = output Real;

// Connected buses share their elements, through the hierarchy.
model ExpandableUnion
  expandable connector Bus
  end Bus;
  model Sensor
    Bus bus;
    RealOutput speed = time;
  equation
    connect(speed, bus.speed);
  end Sensor;
  model Actuator
    Bus bus;
    RealInput speed;
  equation
    connect(bus.speed, speed);
  end Actuator;
  Bus bus;
  Sensor sensor;
  Actuator actuator;
equation
  connect(bus, sensor.bus);
  connect(bus, actuator.bus);
end ExpandableUnion;
