model Units
  parameter Real m(unit = "kg") = 2;
  Real v(unit = "m/s", start = 0, fixed = true);
  Real f(unit = "N");
  Real odd(unit = "kg..m");
equation
  m*der(v) = f;
  f = m*v;
  odd = time;
end Units;
