model Sample
  discrete Integer n(start = 0, fixed = true);
  discrete Real s(start = -1, fixed = true);
equation
  iEq[1,1] = {pre(n), 0, "ass"} annotation(overridable = true, origin = "fixedStart");
  iEq[2,2] = {n, pre(n), "ass"} annotation(origin = "unchangedAtStart");
  iEq[3,3] = {pre(s), -1, "ass"} annotation(overridable = true, origin = "fixedStart");
  iEq[4,4] = {s, pre(s), "ass"} annotation(origin = "unchangedAtStart");
  riEq[1,1] = {n, pre(n) + 1, "inst"} annotation(origin = "whenEquation");
  riEq[2,2] = {s, time^2, "inst"} annotation(origin = "whenEquation");
  w = {{sampling(1, sample(0.5, 0.25)), {1, 2}}};
  samplings[1] = sampling(call = sampling(1, sample(0.5, 0.25)), start = 0.5, interval = 0.25);
  annotation(__moo(version = "1.0.0", requires = {"samples"}));
end Sample;
