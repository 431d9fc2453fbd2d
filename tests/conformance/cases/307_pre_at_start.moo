model PreAtStart
  discrete Boolean b(start = true, fixed = true);
  discrete Integer count(start = 5, fixed = true);
  discrete Integer first(start = 3, fixed = true);
equation
  iEq[1,1] = {pre(b), true, "ass"} annotation(origin = "start value, fixed");
  iEq[2,2] = {b, time < 2, "ass"} annotation(origin = "equation");
  iEq[3,3] = {pre(count), 5, "ass"} annotation(origin = "start value, fixed");
  iEq[4,4] = {count, pre(count), "ass"} annotation(origin = "no event, so unchanged");
  iEq[5,5] = {pre(first), 3, "ass"} annotation(origin = "start value, fixed");
  iEq[6,6] = {first, pre(first), "ass"} annotation(origin = "no event, so unchanged");
  riEq[1,1] = {b, time < 2, "ass"} annotation(origin = "equation");
  riEq[2,2] = {count, pre(count) + 1, "inst"} annotation(origin = "when-equation");
  riEq[3,3] = {first, pre(first) + 1, "inst"} annotation(origin = "when-equation");
  z = {{2 - time, {1}, time < 2}, {time - 1, {3}, time >= 1}};
  zeroCrossings[1] = zeroCrossing(kind = "time", time = 2);
  zeroCrossings[2] = zeroCrossing(kind = "time", time = 1);
  w = {{b, {2}}, {time >= 1, {3}}};
  c = {{1, {2}}};
  annotation(__moo(version = "0.5.0", requires = {"timeEvents"}));
end PreAtStart;
