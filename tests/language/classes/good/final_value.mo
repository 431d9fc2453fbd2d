model Part
  parameter Real a = 1;
  final parameter Real b = 2 * a;
  Real x = b;
end Part;
model FinalValue
  Part part(a = 3);
end FinalValue;
