model A
  Real x;
  Real y;
  discrete Real d;
equation
  y = 2*time;
  der(x) = 1;
  when time > 0.5 then
    d = der(y);
  end when;
  assert(der(y) < 3, "fast");
end A;
