// expect: 6: NotAValue: `Part` is a class, not a value
model Part
  Real x = 1;
end Part;
model ClassAsValue
  Real y = Part;
end ClassAsValue;
