type 'AssertionLevel' = enumeration(warning, error);
model Warning
  Real x(start = 0, fixed = true);
equation
  iEq[1,1] = {x, 0, "ass"} annotation(overridable = true, origin = "fixedStart");
  iEq[2,2] = {der(x), 2, "ass"};
  iJac[1] = {{1, 1}};
  iJac[2] = {{2, 1}};
  Eq[1,1] = {der(x), 2, "ass"};
  Block[1] = {"assign", "derivatives"};
  Jac[1] = {{1, 1}};
  riEq[1,1] = {der(x), 2, "ass"};
  riJac[1] = {{1, 1}};
  assert(x < 2, "the level is high", AssertionLevel.warning);
  annotation(__moo(version = "1.0.0"));
end Warning;
