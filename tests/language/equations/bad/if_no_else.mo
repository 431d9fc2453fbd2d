// expect: 5: Unbalanced: 1, 0 (no `else`)
model IfNoElse
  Real x;
equation
  if time < 1 then
    x = 1;
  end if;
end IfNoElse;
