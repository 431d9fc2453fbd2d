// expect: 3: VariabilityMismatch: `x` is declared as discrete, but no when-clause assigns it
model DiscreteRealOutsideWhen
  discrete Real x;
equation
  x = time;
end DiscreteRealOutsideWhen;
