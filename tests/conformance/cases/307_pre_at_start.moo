model PreAtStart
  discrete Boolean b(start = true, fixed = true);
  discrete Integer count(start = 5, fixed = true);
  discrete Integer first(start = 3, fixed = true);
equation
  iEq[1,1] = {pre(b), true, "ass"} annotation(overridable = true, origin = "fixedStart");
  iEq[2,2] = {b, relation(1, time < 2), "ass"};
  iEq[3,3] = {pre(count), 5, "ass"} annotation(overridable = true, origin = "fixedStart");
  iEq[4,4] = {count, pre(count), "ass"} annotation(origin = "unchangedAtStart");
  iEq[5,5] = {pre(first), 3, "ass"} annotation(overridable = true, origin = "fixedStart");
  iEq[6,6] = {first, pre(first), "ass"} annotation(origin = "unchangedAtStart");
  riEq[1,1] = {b, relation(1, time < 2), "ass"};
  riEq[2,2] = {count, pre(count) + 1, "inst"} annotation(origin = "whenEquation");
  riEq[3,3] = {first, pre(first) + 1, "inst"} annotation(origin = "whenEquation");
  z = {{2 - time, {1}, relation(1, time < 2)}, {time - 1, {3}, relation(2, time >= 1)}};
  zeroCrossings[1] = zeroCrossing(kind = "time", time = 2);
  zeroCrossings[2] = zeroCrossing(kind = "time", time = 1);
  w = {{b, {2}}, {relation(2, time >= 1), {3}}};
  c = {{1, {2}}};
  annotation(__moo(version = "1.0.0", requires = {"timeEvents"}));
end PreAtStart;
