model StateEvent
  Real x(start = 0, fixed = true);
  discrete Boolean fast(start = false);
equation
  iEq[1,1] = {x, 0, "ass"} annotation(overridable = true, origin = "fixedStart");
  iEq[2,2] = {fast, relation(1, x > 1), "ass"};
  iEq[3,3] = {der(x), if fast then 3 else 1, "ass"};
  iJac[1] = {{1, 1}};
  iJac[3] = {{3, 1}};
  Eq[1,1] = {der(x), if fast then 3 else 1, "ass"};
  Block[1] = {"assign", "derivatives"};
  Jac[1] = {{1, 1}};
  riEq[1,1] = {fast, relation(1, x > 1), "ass"};
  riEq[2,2] = {der(x), if fast then 3 else 1, "ass"};
  riJac[2] = {{2, 1}};
  z = {{x - 1, {1}, relation(1, x > 1)}};
  zeroCrossings[1] = zeroCrossing(known = {entry(by = x, value = 1.0, kind = "constant")});
  annotation(__moo(version = "1.0.0"));
end StateEvent;
