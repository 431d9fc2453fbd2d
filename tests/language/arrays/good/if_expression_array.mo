// Both branches of an if-expression have the same sizes.
model M
  Real x[2] = if time > 1 then {1, 2} else {time, 0};
end M;
