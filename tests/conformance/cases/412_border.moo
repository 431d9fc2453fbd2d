model Border
  Real x(start = 0, fixed = true);
  discrete Boolean at_least(start = true);
  discrete Boolean above(start = false);
equation
  iEq[1,1] = {x, 0, "ass"} annotation(overridable = true, origin = "fixedStart");
  iEq[2,2] = {at_least, relation(1, x >= 0), "ass"};
  iEq[3,3] = {above, relation(2, x > 0), "ass"};
  iEq[4,4] = {der(x), 0, "ass"};
  iJac[1] = {{1, 1}};
  iJac[4] = {{4, 1}};
  Eq[1,1] = {der(x), 0, "ass"};
  Block[1] = {"assign", "derivatives"};
  Jac[1] = {{1, 1}};
  riEq[1,1] = {x, -1, "inst"} annotation(origin = "reinit");
  riEq[2,2] = {at_least, relation(1, x >= 0), "ass"};
  riEq[3,3] = {above, relation(2, x > 0), "ass"};
  riEq[4,4] = {der(x), 0, "ass"};
  riJac[4] = {{4, 1}};
  z = {{x, {2}, relation(1, x >= 0)}, {x, {3}, relation(2, x > 0)}, {time - 1, {1}, relation(3, time >= 1)}};
  zeroCrossings[1] = zeroCrossing(known = {entry(by = x, value = 1.0, kind = "constant")});
  zeroCrossings[2] = zeroCrossing(known = {entry(by = x, value = 1.0, kind = "constant")});
  zeroCrossings[3] = zeroCrossing(kind = "time", time = 1);
  w = {{relation(3, time >= 1), {1}}};
  annotation(__moo(version = "1.0.0", requires = {"timeEvents"}));
end Border;
