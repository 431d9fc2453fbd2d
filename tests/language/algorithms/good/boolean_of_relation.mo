model BooleanOfRelation
  Boolean b;
  Real x = sin(time);
algorithm
  b := false;
  if x > 0.5 then
    b := true;
  end if;
end BooleanOfRelation;
