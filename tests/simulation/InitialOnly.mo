model InitialOnly "a clause for the start alone, branches in any order, an if on the left"
  Integer n(start = 1);
  Boolean a;
  Boolean b;
  Real x;
  Real held;
  Real ramp(start = 0, fixed = true);
equation
  when initial() then
    n = 7;
    held = 3;
  end when;
  der(ramp) = held;
  if time > 0.5 then
    a = true;
    b = false;
  else
    b = true;
    a = false;
  end if;
  (if time > 0.25 then x else 2*x) = 6;
  when x > 100 then
  end when;
end InitialOnly;
