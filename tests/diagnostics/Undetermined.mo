model Undetermined
  Real x;
  Real y;
equation
  x + y = 1;
end Undetermined;
