// `=` in an algorithm section
// Statements use `:=`.
model M
  Real x;
algorithm
  x = time;
end M;
