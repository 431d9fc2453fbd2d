// expect: 3: UnknownType: no class named `Resistr` is found here
model UnknownClass
  Resistr r;
end UnknownClass;
