// An outer component without inner
// Declare the `inner` component at a higher level of the model.
model World
  parameter Real g = 9.81;
end World;
model Body
  outer World world;
  Real w = world.g;
end Body;
model M
  Body b;
end M;
