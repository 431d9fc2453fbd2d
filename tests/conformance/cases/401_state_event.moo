model StateEvent
  Real x(start = 0, fixed = true);
  discrete Boolean fast(start = false);
equation
  iEq[1,1] = {x, 0, "ass"} annotation(origin = "start value, fixed");
  iEq[2,2] = {fast, x > 1, "ass"} annotation(origin = "equation");
  iEq[3,3] = {der(x), if fast then 3 else 1, "ass"} annotation(origin = "equation");
  iJac[1] = {{1, 1}};
  iJac[3] = {{3, 1}};
  Eq[1,1] = {der(x), if fast then 3 else 1, "ass"} annotation(origin = "equation");
  Block[1] = {"assign", "derivatives"};
  Jac[1] = {{1, 1}};
  riEq[1,1] = {fast, x > 1, "ass"} annotation(origin = "equation");
  riEq[2,2] = {der(x), if fast then 3 else 1, "ass"} annotation(origin = "equation");
  riJac[2] = {{2, 1}};
  z = {{x - 1, {1}, x > 1}};
  zeroCrossings[1] = zeroCrossing(known = {entry(by = x, value = 1.0, kind = "constant")});
  annotation(__moo(version = "0.5.0"));
end StateEvent;
