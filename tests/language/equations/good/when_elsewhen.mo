// Each branch assigns the same variable.
model WhenElsewhen
  Real x = time;
  Integer n(start = 0, fixed = true);
equation
  when x > 2 then
    n = pre(n) + 1;
  elsewhen x > 1 then
    n = pre(n) - 1;
  end when;
end WhenElsewhen;
