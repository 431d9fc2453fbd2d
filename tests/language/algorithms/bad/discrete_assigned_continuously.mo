// expect: 6: VariabilityMismatch: `i` is discrete, but it is assigned a value that `time` makes change between events
// expect: 9: VariabilityMismatch: `b` is discrete, but whether it has this value depends on `time`, which changes between events
model DiscreteAssignedContinuously
  Integer i; Boolean b;
algorithm
  i := sign(time);
  b := false;
  if noEvent(time > 1) then
    b := true;
  end if;
end DiscreteAssignedContinuously;
