model WhenInitial
  discrete Real n;
  discrete Integer m(start = 0, fixed = true);
equation
  iEq[1,1] = {n, 7 + time, "ass"} annotation(origin = "initialEquation");
  iEq[2,2] = {pre(m), 0, "ass"} annotation(overridable = true, origin = "fixedStart");
  iEq[3,3] = {m, pre(m) + 1, "ass"} annotation(origin = "initialWhen");
  riEq[1,1] = {n, pre(n), "ass"};
  riEq[2,2] = {m, pre(m) + 1, "inst"} annotation(origin = "whenEquation");
  z = {{time - 1, {2}, relation(1, time >= 1)}};
  zeroCrossings[1] = zeroCrossing(kind = "time", time = 1);
  w = {{relation(1, time >= 1), {2}}};
  annotation(__moo(version = "1.0.0", requires = {"timeEvents"}));
end WhenInitial;
