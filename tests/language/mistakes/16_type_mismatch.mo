// A value of the wrong type
// Convert the value, or correct the declaration.
model M
  parameter Integer n = 2.5;
end M;
