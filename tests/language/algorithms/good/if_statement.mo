model IfStatement
  Real x;
algorithm
  if time < 1 then
    x := 1;
  elseif time < 2 then
    x := 2;
  else
    x := 3;
  end if;
end IfStatement;
