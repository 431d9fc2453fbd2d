// expect: 4: UnknownType: `x` is a component, not a class
model ComponentAsType
  Real x = time;
  x y;
end ComponentAsType;
