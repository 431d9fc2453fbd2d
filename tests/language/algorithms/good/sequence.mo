// Statements in their order; an intermediate value is used.
model Sequence
  Real x;
  Real y;
algorithm
  x := time;
  y := 2*x;
  x := y + 1;
end Sequence;
