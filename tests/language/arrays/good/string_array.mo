// Arrays of other types.
model M
  parameter String names[2] = {"a", "b"};
  parameter Boolean flags[2] = {true, false};
  Real y = if flags[1] then time else 0;
end M;
