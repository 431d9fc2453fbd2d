// expect: 5: ComponentDisabled: `x` is used, but its condition is false
model DisabledComponentUsed
  parameter Boolean use = false;
  Real x = time if use;
  Real y = x;
end DisabledComponentUsed;
