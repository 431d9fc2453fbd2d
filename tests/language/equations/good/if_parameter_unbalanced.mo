// Branches may differ in size where the condition is known.
model IfParameterUnbalanced
  parameter Integer n = 2;
  Real x;
  Real y;
equation
  x = time;
  if n > 1 then
    y = x;
  else
    y = 1;
    x = 2;
  end if;
end IfParameterUnbalanced;
