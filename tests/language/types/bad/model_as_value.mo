// expect: 7: NotAValue: `part` is of the model Part, which has no value of its own
model Part
  Real x = 1;
end Part;
model ModelAsValue
  Part part;
  Real y = part;
end ModelAsValue;
