// The condition is known: only the chosen branch is there.
model IfParameter
  parameter Boolean fast = true;
  Real x;
equation
  if fast then
    x = 2*time;
  else
    x = time;
  end if;
end IfParameter;
