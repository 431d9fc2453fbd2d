// expect: 5: VariabilityMismatch: the sides of this equation have type Boolean, but `x` makes them change between events
// expect: 9: VariabilityMismatch: the sides of this equation have type Boolean, but `time` makes them change between events
model BooleanWithoutEvent
  Real x = time;
  Boolean a = noEvent(x > 1);
  Boolean b;
  Boolean c = x > 1;
equation
  b = noEvent(time > 1) and c;
end BooleanWithoutEvent;
