connector RealInput = input Real;
connector RealOutput = output Real;

// Buses as elements of an array in a bus.
model ExpandableBusArray
  expandable connector CylinderBus
    Real spark;
  end CylinderBus;
  expandable connector EngineBus
  end EngineBus;
  model Cylinder
    CylinderBus bus;
    RealOutput y = time;
  equation
    connect(y, bus.spark);
  end Cylinder;
  EngineBus bus;
  Cylinder c[2];
equation
  for i in 1:2 loop
    connect(c[i].bus, bus.cylinder[i]);
  end for;
end ExpandableBusArray;
