// expect: 7: ComponentDisabled: `u` is used, but its condition is false
connector RealInput = input Real;
connector RealOutput = output Real;
model DisabledUsed
  parameter Boolean on = false;
  RealInput u if on;
  Real x = u;
end DisabledUsed;
