// Only one branch fits the size: it is taken, and so the parameters of the condition are evaluated. `p` is used in the
// other branch only and stays as it is.
model IfParameterSizes
  parameter Integer n = 0;
  parameter Boolean b = false;
  parameter Integer p = 3;
  Real x[n];
  Real y;
  Real z[2];
equation
  x = fill(time, n);
  if n > 0 then
    y = x[1];
  else
    y = 0;
  end if;
  if b then
    z = {x[p], y, time};
  else
    z = {y, time};
  end if;
end IfParameterSizes;
