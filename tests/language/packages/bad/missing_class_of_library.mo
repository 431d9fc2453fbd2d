// arguments: -L ../libraries
// expect: 4: UnknownType: `Tiny.Sub` has no class named `Parts`
model MissingClassOfLibrary
  Tiny.Sub.Parts part;
end MissingClassOfLibrary;
