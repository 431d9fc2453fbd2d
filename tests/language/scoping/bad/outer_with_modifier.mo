// expect: 3: UnknownModifier: `outer t` is only a reference; it cannot be modified
model Part
  outer Real t = 3;
  Real x = t;
end Part;
model OuterWithModifier
  inner Real t = time;
  Part part;
end OuterWithModifier;
