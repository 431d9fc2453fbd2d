// An if without else is good where it has no equations that count.
model IfWithoutElseAssert
  Real x = time;
equation
  if x > 1 then
    assert(x < 10, "x is too large");
  end if;
end IfWithoutElseAssert;
