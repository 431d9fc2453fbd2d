// The same variable set in two when-equations
// Put both into one when-equation with `elsewhen`.
model M
  discrete Real x(start = 0, fixed = true);
equation
  when time > 1 then
    x = 1;
  end when;
  when time > 2 then
    x = 2;
  end when;
end M;
