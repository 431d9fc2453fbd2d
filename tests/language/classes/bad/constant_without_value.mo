// expect: 3: MissingBinding: constant `c` has no value
model ConstantWithoutValue
  constant Real c;
  Real x = c;
end ConstantWithoutValue;
