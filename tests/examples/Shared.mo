model Shared "an expression that is large enough to be written once, in relations inside and outside of noEvent"
  Real x(start = 0.1, fixed = true);
  Real y(start = 0, fixed = true);
  Real z;
equation
  der(x) = if x*x + 2*y*y + sin(x/3) + 0.1*time*y > 1 then 2 else 1;
  der(y) = 1/(1 + (x*x + 2*y*y + sin(x/3) + 0.1*time*y));
  z = if noEvent(x*x + 2*y*y + sin(x/3) + 0.1*time*y > 1) then x else y;
end Shared;
