// expect: 7: VariabilityMismatch: `i` is discrete, but whether it has this value depends on `time`, which changes between events
// expect: 9: VariabilityMismatch: `i` is discrete, but whether it has this value depends on `time`, which changes between events
model DiscreteInContinuousIf
  Integer i;
equation
  if noEvent(time > 1) then
    i = 1;
  else
    i = 2;
  end if;
end DiscreteInContinuousIf;
