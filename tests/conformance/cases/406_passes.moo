model Passes
  discrete Integer a(start = 0, fixed = true);
  discrete Integer b(start = 0, fixed = true);
  discrete Integer c(start = 0, fixed = true);
  discrete Integer seen(start = -1, fixed = true);
equation
  iEq[1,1] = {pre(a), 0, "ass"} annotation(overridable = true, origin = "fixedStart");
  iEq[2,2] = {a, pre(a), "ass"} annotation(origin = "unchangedAtStart");
  iEq[3,3] = {pre(b), 0, "ass"} annotation(overridable = true, origin = "fixedStart");
  iEq[4,4] = {b, pre(b), "ass"} annotation(origin = "unchangedAtStart");
  iEq[5,5] = {pre(c), 0, "ass"} annotation(overridable = true, origin = "fixedStart");
  iEq[6,6] = {c, pre(c), "ass"} annotation(origin = "unchangedAtStart");
  iEq[7,7] = {pre(seen), -1, "ass"} annotation(overridable = true, origin = "fixedStart");
  iEq[8,8] = {seen, pre(seen), "ass"} annotation(origin = "unchangedAtStart");
  riEq[1,1] = {a, pre(a) + 1, "inst"} annotation(origin = "whenEquation");
  riEq[2,2] = {b, pre(a) + 1, "inst"} annotation(origin = "whenEquation");
  riEq[3,3] = {c, pre(b) + 1, "inst"} annotation(origin = "whenEquation");
  riEq[4,4] = {seen, pre(c), "inst"} annotation(origin = "whenEquation");
  z = {{time - 1, {1}, relation(1, time >= 1)}};
  zeroCrossings[1] = zeroCrossing(kind = "time", time = 1);
  w = {{relation(1, time >= 1), {1}}, {pre(a) > 0, {2}}, {pre(b) > 0, {3, 4}}};
  annotation(__moo(version = "1.0.0", requires = {"timeEvents"}));
end Passes;
