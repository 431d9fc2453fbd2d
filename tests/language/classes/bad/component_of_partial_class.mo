// expect: 7: ModelPartial: component `part` is of the partial class `Part`
partial model Part
  Real x;
end Part;

model ComponentOfPartialClass
  Part part;
end ComponentOfPartialClass;
