model A
  Real x;
  Real y;
  Boolean b;
equation
  b = time > 1;
  if b then
    x = 1;
  end if;
  when b then
    y = 1;
  elsewhen time > 2 then
    y = 2;
  end when;
  terminate("enough");
end A;
