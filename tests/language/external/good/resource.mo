// arguments: -L ../libraries
// A function gets the path of a resource whose address it is given (section 13.5).
model M
  Real x[Foreign.countLines("modelica:/Foreign/Resources/Data/lines.txt")];
  parameter String address = "modelica://Foreign/Resources/Data/lines.txt";
  Real y[Foreign.countLines(address)];
equation
  x = fill(time, 3);
  y = fill(time, 3);
end M;
