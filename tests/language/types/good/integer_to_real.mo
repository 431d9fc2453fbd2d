model IntegerToReal
  parameter Integer n = 2;
  parameter Real x = n;
  Real y = n * time;
end IntegerToReal;
