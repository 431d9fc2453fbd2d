// A library that is not found
// Install the library, or give its folder with `-L` or in `MODELICAPATH`.
model M
  Buildings.Fluid.Tank tank;
end M;
