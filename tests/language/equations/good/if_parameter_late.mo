// A later equation needs the value of the parameter: then it decides about the first one too.
model IfParameterLate
  parameter Boolean b = true;
  Real x;
  Real y;
equation
  if b then
    x = 2*time;
  else
    x = time;
  end if;
  if b then
    der(y) = x;
  else
    y = x;
  end if;
end IfParameterLate;
