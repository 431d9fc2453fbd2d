// The branch that is not taken has a derivative less than the other: the structure is that of the one that is taken.
model IfParameterLess
  parameter Real m = 2;
  Real x(start = 1, fixed = true);
equation
  if m > 0 then
    m*der(x) = -x;
  else
    0 = -x;
  end if;
end IfParameterLess;
