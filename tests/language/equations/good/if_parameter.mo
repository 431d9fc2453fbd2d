// The branches have the same structure: the if-equation stays, and the parameters can be changed.
model IfParameter
  parameter Boolean fast = true;
  parameter Integer n = 2;
  final parameter Boolean many = n > 3;
  Real x;
  Real y;
  Real z;
equation
  if fast then
    x = 2*time;
  else
    x = time;
  end if;
  if n == 1 then
    y = x;
  elseif n == 2 then
    y = x^2;
  else
    assert(n == 3, "n is 1, 2 or 3");
    y = x^3;
  end if;
  if many then
    z = x;
  else
    z = x + y;
  end if;
end IfParameter;
