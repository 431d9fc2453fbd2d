// Boolean as the type of an index: false is the first element (section 10.1).
model M
  parameter Real choice[Boolean] = {10, 20};
  Real y = choice[time > 1];
end M;
