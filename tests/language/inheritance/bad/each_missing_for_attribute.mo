// expect: 3: WrongEach: `1` is given to the array `x` as one value
model EachMissingForAttribute
  Real x[2](start = 1);
equation
  der(x) = -x;
end EachMissingForAttribute;
