model Limits "an assertion that fails on the way"
  Real level(start = 0, fixed = true);
equation
  der(level) = 1;
  assert(level < 0.5, "the tank overflows");
end Limits;
