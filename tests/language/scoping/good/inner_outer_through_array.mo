model World
  parameter Real g = 9.81;
end World;
model Body
  outer World world;
  Real a = world.g;
end Body;
model InnerOuterThroughArray
  inner World world(g = 1.6);
  Body bodies[2];
end InnerOuterThroughArray;
