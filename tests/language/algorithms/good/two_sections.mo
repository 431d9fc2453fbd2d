// Two sections stay two.
model TwoSections
  Real x;
  Real y;
algorithm
  x := time;
algorithm
  y := x;
end TwoSections;
