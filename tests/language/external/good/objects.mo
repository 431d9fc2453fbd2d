// arguments: -L ../libraries
// External objects: of the model, and of a function, which are destructed when it ends (section 12.9.7).
model M
  parameter Foreign.Counter counter = Foreign.Counter(3);
  parameter Integer n = Foreign.next(counter);
  Real x[n] "4";
  Real y[Foreign.countTwice(5)] "7";
  Real z[Foreign.openCounters()] "that of the model";
equation
  x = fill(time, 4);
  y = fill(time, 7);
  z = {time};
end M;
