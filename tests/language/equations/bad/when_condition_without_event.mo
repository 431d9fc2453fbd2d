// expect: 5: VariabilityMismatch: `time` makes the condition of this when-clause change between events
model WhenConditionWithoutEvent
  discrete Real x(start = 0, fixed = true);
equation
  when noEvent(time > 1) then
    x = time;
  end when;
end WhenConditionWithoutEvent;
