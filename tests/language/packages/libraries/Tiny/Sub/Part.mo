within Tiny.Sub;
model Part
  parameter Real k = 1;
  Real x = k * time;
end Part;
