// Initial equations are kept apart.
model InitialSection
  Real x;
initial equation
  x = 1;
equation
  der(x) = -x;
end InitialSection;
