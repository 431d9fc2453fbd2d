model Part
  parameter Real a = 1;
  Real x = a;
end Part;
model FinalModifier
  Part part(final a = 3);
end FinalModifier;
