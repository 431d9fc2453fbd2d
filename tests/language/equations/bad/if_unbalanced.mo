// expect: 6: Unbalanced: the branches of this if-equation have different numbers of equations: 2, 1
model IfUnbalanced
  Real x;
  Real y;
equation
  if time < 1 then
    x = 1;
    y = 2;
  else
    x = 3;
  end if;
end IfUnbalanced;
