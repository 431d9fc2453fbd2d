// arguments: -L ../libraries
// expect: -: WrongWithin: the file says `within Other`, but lies where package `WrongWithin` has its members
model WrongWithinUsed
  WrongWithin.Part part;
end WrongWithinUsed;
