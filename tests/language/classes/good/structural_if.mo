model StructuralIf
  parameter Boolean fast = true;
  Real x;
  Real y;
equation
  x = time;
  if fast then
    y = 2 * x;
  else
    y = x;
  end if;
end StructuralIf;
