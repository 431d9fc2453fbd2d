model World
  parameter Real g = 9.81;
end World;
model Body
  outer World world;
  Real a = world.g;
end Body;
model Vehicle
  parameter Boolean own = false;
  inner World world(g = 1) if own;
  Body body;
end Vehicle;
model InnerDisabledIsSkipped
  inner World world(g = 3);
  Vehicle vehicle;
end InnerDisabledIsSkipped;
