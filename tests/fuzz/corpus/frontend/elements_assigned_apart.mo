// Elements of one array may be assigned in several when-equations.
model ElementsAssignedApart
  Integer n[2](each start = 0, each fixed = true);
equation
  when time > 1 then
    n[1] = 1;
  end when;
  when time > 2 then
    n[2] = 2;
  end when;
end ElementsAssignedApart;
