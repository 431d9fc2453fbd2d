// arguments: -L ../libraries
// expect: -: WrongFileName: class `Parts` is in a file that should define `Part`
// expect: 5: UnknownType: `WrongName` has no class named `Part`
model WrongFileNameUsed
  WrongName.Part part;
end WrongFileNameUsed;
