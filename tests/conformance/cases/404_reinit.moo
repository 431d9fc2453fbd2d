model Reinit
  Real x(start = 1, fixed = true);
  Real y(start = 0, fixed = true);
equation
  iEq[1,1] = {x, 1, "ass"} annotation(overridable = true, origin = "fixedStart");
  iEq[2,2] = {y, 0, "ass"} annotation(overridable = true, origin = "fixedStart");
  iEq[3,3] = {der(x), -1, "ass"};
  iEq[4,4] = {der(y), 0, "ass"};
  iJac[1] = {{1, 1}};
  iJac[2] = {{2, 1}};
  iJac[3] = {{3, 1}};
  iJac[4] = {{4, 1}};
  Eq[1,1] = {der(x), -1, "ass"};
  Eq[2,2] = {der(y), 0, "ass"};
  Block[1] = {"assign", "derivatives"};
  Block[2] = {"assign", "derivatives"};
  Jac[1] = {{1, 1}};
  Jac[2] = {{2, 1}};
  riEq[1,1] = {x, 1, "inst"} annotation(origin = "reinit");
  riEq[2,2] = {y, pre(x) + 10, "inst"} annotation(origin = "reinit");
  riEq[3,3] = {der(x), -1, "ass"};
  riEq[4,4] = {der(y), 0, "ass"};
  riJac[3] = {{3, 1}};
  riJac[4] = {{4, 1}};
  z = {{0.25 - x, {1, 2}, relation(1, x < 0.25)}};
  zeroCrossings[1] = zeroCrossing(known = {entry(by = x, value = -1.0, kind = "constant")});
  w = {{relation(1, x < 0.25), {1, 2}}};
  annotation(__moo(version = "1.0.0"));
end Reinit;
