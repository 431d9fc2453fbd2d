// expect: 4: VariabilityMismatch: the order of `smooth` is not a parameter expression; it changes during simulation
model SmoothVaryingOrder
  Integer n = integer(time);
  Real x = smooth(n, if time > 1 then 1 else 2);
end SmoothVaryingOrder;
