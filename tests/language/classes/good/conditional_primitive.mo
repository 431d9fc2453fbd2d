model ConditionalPrimitive
  parameter Integer n = 2;
  Real x = time if n > 1;
  Real y = time if n > 2;
end ConditionalPrimitive;
