model InitialOnly "a clause for the start alone, branches in any order, an if on the left"
  Integer n(start = 1);
  Boolean a;
  Boolean b;
  Real x;
equation
  when initial() then
    n = 7;
  end when;
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
