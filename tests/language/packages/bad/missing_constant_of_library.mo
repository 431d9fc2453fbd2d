// arguments: -L ../libraries
// expect: 4: UnknownName: `Tiny.Constants` has no element named `three`
model MissingConstantOfLibrary
  Real x = Tiny.Constants.three;
end MissingConstantOfLibrary;
