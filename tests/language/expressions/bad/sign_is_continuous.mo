// expect: 3: VariabilityMismatch: the sides of this equation have type Integer, but `time` makes them change between events
model SignIsContinuous
  Integer i = sign(time - 1);
end SignIsContinuous;
