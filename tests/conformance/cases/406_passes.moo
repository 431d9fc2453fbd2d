model Passes
  discrete Integer a(start = 0, fixed = true);
  discrete Integer b(start = 0, fixed = true);
  discrete Integer c(start = 0, fixed = true);
  discrete Integer seen(start = -1, fixed = true);
equation
  iEq[1,1] = {pre(a), 0, "ass"} annotation(origin = "start value, fixed");
  iEq[2,2] = {a, pre(a), "ass"} annotation(origin = "no event, so unchanged");
  iEq[3,3] = {pre(b), 0, "ass"} annotation(origin = "start value, fixed");
  iEq[4,4] = {b, pre(b), "ass"} annotation(origin = "no event, so unchanged");
  iEq[5,5] = {pre(c), 0, "ass"} annotation(origin = "start value, fixed");
  iEq[6,6] = {c, pre(c), "ass"} annotation(origin = "no event, so unchanged");
  iEq[7,7] = {pre(seen), -1, "ass"} annotation(origin = "start value, fixed");
  iEq[8,8] = {seen, pre(seen), "ass"} annotation(origin = "no event, so unchanged");
  riEq[1,1] = {a, pre(a) + 1, "inst"} annotation(origin = "when-equation");
  riEq[2,2] = {b, pre(a) + 1, "inst"} annotation(origin = "when-equation");
  riEq[3,3] = {c, pre(b) + 1, "inst"} annotation(origin = "when-equation");
  riEq[4,4] = {seen, pre(c), "inst"} annotation(origin = "when-equation");
  z = {{time - 1, {1}, time >= 1}};
  zeroCrossings[1] = zeroCrossing(kind = "time", time = 1);
  w = {{time >= 1, {1}}, {pre(a) > 0, {2}}, {pre(b) > 0, {3, 4}}};
  annotation(__moo(version = "0.5.0", requires = {"timeEvents"}));
end Passes;
