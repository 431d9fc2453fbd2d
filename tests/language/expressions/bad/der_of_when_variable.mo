// expect: 4: VariabilityMismatch: `der` is applied to `d`, which changes only at events
model DerOfWhenVariable
  Real d(start = 0, fixed = true);
  Real y = der(d) + 1;
equation
  when time > 1 then
    d = 1;
  end when;
end DerOfWhenVariable;
