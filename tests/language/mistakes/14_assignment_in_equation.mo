// `:=` in an equation section
// Equations use `=`; `:=` belongs to algorithms.
model M
  Real x;
equation
  x := time;
end M;
