model Divisor "a parameter that must not be zero"
  parameter Real p = 2;
  Real y;
equation
  p*y = 4;
end Divisor;
