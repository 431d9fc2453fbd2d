// elseif in expressions (section 3.3).
model M
  Real y = if time < 1 then 0 elseif time < 2 then 1 else 2;
end M;
