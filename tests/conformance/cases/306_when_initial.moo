model WhenInitial
  discrete Real n;
  discrete Integer m(start = 0, fixed = true);
equation
  iEq[1,1] = {n, 7 + time, "ass"} annotation(origin = "initial equation");
  iEq[2,2] = {pre(m), 0, "ass"} annotation(origin = "start value, fixed");
  iEq[3,3] = {m, pre(m) + 1, "ass"} annotation(origin = "when initial()");
  riEq[1,1] = {n, pre(n), "ass"} annotation(origin = "equation");
  riEq[2,2] = {m, pre(m) + 1, "inst"} annotation(origin = "when-equation");
  z = {{time - 1, {2}, time >= 1}};
  zeroCrossings[1] = zeroCrossing(kind = "time", time = 1);
  w = {{time >= 1, {2}}};
  annotation(__moo(version = "0.5.0", requires = {"timeEvents"}));
end WhenInitial;
