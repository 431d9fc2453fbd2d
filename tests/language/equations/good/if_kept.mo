// A condition that changes during simulation keeps the if-equation, each branch with as many equations.
model IfKept
  Real x;
  Real y;
equation
  if time < 1 then
    x = 1;
    y = 2;
  elseif time < 2 then
    x = 3;
    y = 4;
  else
    x = y;
    y = time;
  end if;
end IfKept;
