// expect: 3: WrongEach: `1` is a single value, but it is given to the array `x`
model EachMissingForAttribute
  Real x[2](start = 1);
equation
  der(x) = -x;
end EachMissingForAttribute;
