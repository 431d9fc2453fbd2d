// arguments: -L ../libraries
// A value on which no structure depends is left to the simulation, so this function is not called.
model M
  parameter Integer n = Foreign.fails(5);
  Real x = n * time;
end M;
