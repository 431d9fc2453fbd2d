model ElseWhen
  discrete Boolean first;
  discrete Boolean second;
  discrete Integer y(start = 0, fixed = true);
  discrete Real at(start = 0, fixed = true);
equation
  shared[1] = relation(1, time >= 1) and relation(2, time < 1.5) or relation(3, time >= 2);
  shared[2] = relation(3, time >= 2) and relation(4, time < 2.5) or relation(5, time >= 3);
  iEq[1,1] = {first, shared[1], "ass"};
  iEq[2,2] = {second, shared[2], "ass"};
  iEq[3,3] = {pre(y), 0, "ass"} annotation(overridable = true, origin = "fixedStart");
  iEq[4,4] = {y, pre(y), "ass"} annotation(origin = "unchangedAtStart");
  iEq[5,5] = {pre(at), 0, "ass"} annotation(overridable = true, origin = "fixedStart");
  iEq[6,6] = {at, pre(at), "ass"} annotation(origin = "unchangedAtStart");
  riEq[1,1] = {first, shared[1], "ass"};
  riEq[2,2] = {second, shared[2], "ass"};
  riEq[3,3] = {y, if edge(first) then 1 else 2, "inst"} annotation(origin = "whenEquation");
  riEq[4,4] = {at, time, "inst"} annotation(origin = "whenEquation");
  z = {{time - 1, {1}, relation(1, time >= 1)}, {1.5 - time, {1}, relation(2, time < 1.5)}, {time - 2, {1, 2}, relation(3, time >= 2)}, {2.5 - time, {2}, relation(4, time < 2.5)}, {time - 3, {2}, relation(5, time >= 3)}};
  zeroCrossings[1] = zeroCrossing(kind = "time", time = 1);
  zeroCrossings[2] = zeroCrossing(kind = "time", time = 1.5);
  zeroCrossings[3] = zeroCrossing(kind = "time", time = 2);
  zeroCrossings[4] = zeroCrossing(kind = "time", time = 2.5);
  zeroCrossings[5] = zeroCrossing(kind = "time", time = 3);
  w = {{first, {3, 4}}, {second, {3, 4}}};
  c = {{1, {3, 4}}, {2, {3, 4}}};
  annotation(__moo(version = "1.0.0", requires = {"timeEvents"}));
end ElseWhen;
