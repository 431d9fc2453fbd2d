// An if inside a when: each branch assigns the same variables.
model WhenIfInside
  Real x = time;
  Integer n(start = 0, fixed = true);
equation
  when sample(0, 1) then
    if x > 2 then
      n = 1;
    else
      n = 2;
    end if;
  end when;
end WhenIfInside;
