model A
  Real x
  Real y "open;
equation x := 1; y == 2; if a = b then x = 1; end for; end B; end if;