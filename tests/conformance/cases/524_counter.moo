model Counter
  discrete Integer phase(start = 0, fixed = true);
  Real x(start = 0, fixed = true);
  discrete Real changed(start = 0, fixed = true);
  discrete Boolean _when1 annotation(isProtected = true, hideResult = true);
equation
  iEq[1,1] = {pre(phase), 0, "ass"} annotation(overridable = true, origin = "fixedStart");
  iEq[2,2] = {phase, pre(phase), "ass"} annotation(origin = "unchangedAtStart");
  iEq[3,3] = {x, 0, "ass"} annotation(overridable = true, origin = "fixedStart");
  iEq[4,4] = {pre(changed), 0, "ass"} annotation(overridable = true, origin = "fixedStart");
  iEq[5,5] = {changed, pre(changed), "ass"} annotation(origin = "unchangedAtStart");
  iEq[6,6] = {_when1, relation(1, time >= 1), "ass"} annotation(origin = "whenCondition");
  iEq[7,7] = {der(x), if phase == 1 then 2 else 0, "ass"};
  iJac[3] = {{3, 1}};
  iJac[7] = {{7, 1}};
  Eq[1,1] = {der(x), if phase == 1 then 2 else 0, "ass"};
  Block[1] = {"assign", "derivatives"};
  Jac[1] = {{1, 1}};
  riEq[1,1] = {_when1, relation(1, time >= 1), "ass"} annotation(origin = "whenCondition");
  riEq[2,2] = {phase, if edge(_when1) then 1 else 2, "inst"} annotation(origin = "whenEquation");
  riEq[3,3] = {changed, time, "inst"} annotation(origin = "whenEquation");
  riEq[4,4] = {der(x), if phase == 1 then 2 else 0, "ass"};
  riJac[4] = {{4, 1}};
  z = {{time - 1, {1, 2, 3}, relation(1, time >= 1)}, {x - 2, {2, 3}, relation(2, x > 2)}};
  zeroCrossings[1] = zeroCrossing(kind = "time", time = 1);
  zeroCrossings[2] = zeroCrossing(known = {entry(by = x, value = 1.0, kind = "constant")});
  w = {{relation(1, time >= 1), {2, 3}}, {relation(2, x > 2), {2, 3}}};
  annotation(__moo(version = "1.0.0", requires = {"timeEvents"}));
end Counter;
