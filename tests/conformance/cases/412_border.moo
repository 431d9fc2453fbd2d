model Border
  Real x(start = 0, fixed = true);
  discrete Boolean at_least(start = true);
  discrete Boolean above(start = false);
equation
  iEq[1,1] = {x, 0, "ass"} annotation(origin = "start value, fixed");
  iEq[2,2] = {at_least, x >= 0, "ass"} annotation(origin = "equation");
  iEq[3,3] = {above, x > 0, "ass"} annotation(origin = "equation");
  iEq[4,4] = {der(x), 0, "ass"} annotation(origin = "equation");
  iJac[1] = {{1, 1}};
  iJac[4] = {{4, 1}};
  Eq[1,1] = {der(x), 0, "ass"} annotation(origin = "equation");
  Block[1] = {"assign", "derivatives"};
  Jac[1] = {{1, 1}};
  riEq[1,1] = {x, -1, "inst"} annotation(origin = "reinit");
  riEq[2,2] = {at_least, x >= 0, "ass"} annotation(origin = "equation");
  riEq[3,3] = {above, x > 0, "ass"} annotation(origin = "equation");
  riEq[4,4] = {der(x), 0, "ass"} annotation(origin = "equation");
  riJac[4] = {{4, 1}};
  z = {{x, {2}, x >= 0}, {x, {3}, x > 0}, {time - 1, {1}, time >= 1}};
  zeroCrossings[1] = zeroCrossing(known = {entry(by = x, value = 1.0, kind = "constant")});
  zeroCrossings[2] = zeroCrossing(known = {entry(by = x, value = 1.0, kind = "constant")});
  zeroCrossings[3] = zeroCrossing(kind = "time", time = 1);
  w = {{time >= 1, {1}}};
  annotation(__moo(version = "0.5.0", requires = {"timeEvents"}));
end Border;
