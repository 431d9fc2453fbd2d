// arguments: -L ../libraries
// expect: -: WrongWithin: the file says `within Other`, but is in the folder of package `WrongWithin`
model WrongWithinUsed
  WrongWithin.Part part;
end WrongWithinUsed;
