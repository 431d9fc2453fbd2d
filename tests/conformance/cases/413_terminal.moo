model Terminal
  Real x(start = 0, fixed = true);
  discrete Real y(start = 0, fixed = true);
equation
  iEq[1,1] = {x, 0, "ass"} annotation(overridable = true, origin = "fixedStart");
  iEq[2,2] = {pre(y), 0, "ass"} annotation(overridable = true, origin = "fixedStart");
  iEq[3,3] = {y, pre(y), "ass"} annotation(origin = "unchangedAtStart");
  iEq[4,4] = {der(x), 1, "ass"};
  iJac[1] = {{1, 1}};
  iJac[4] = {{4, 1}};
  Eq[1,1] = {der(x), 1, "ass"};
  Block[1] = {"assign", "derivatives"};
  Jac[1] = {{1, 1}};
  riEq[1,1] = {y, x, "inst"} annotation(origin = "whenEquation");
  riEq[2,2] = {der(x), 1, "ass"};
  riJac[2] = {{2, 1}};
  w = {{terminal(), {1}}};
  annotation(__moo(version = "1.0.0"));
end Terminal;
