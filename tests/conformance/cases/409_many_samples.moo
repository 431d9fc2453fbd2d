model ManySamples
  discrete Integer fast(start = 0, fixed = true);
  discrete Integer slow(start = 0, fixed = true);
  discrete Integer together(start = 0, fixed = true);
equation
  iEq[1,1] = {pre(fast), 0, "ass"} annotation(overridable = true, origin = "fixedStart");
  iEq[2,2] = {fast, pre(fast), "ass"} annotation(origin = "unchangedAtStart");
  iEq[3,3] = {pre(slow), 0, "ass"} annotation(overridable = true, origin = "fixedStart");
  iEq[4,4] = {slow, pre(slow), "ass"} annotation(origin = "unchangedAtStart");
  iEq[5,5] = {pre(together), 0, "ass"} annotation(overridable = true, origin = "fixedStart");
  iEq[6,6] = {together, pre(together), "ass"} annotation(origin = "unchangedAtStart");
  riEq[1,1] = {fast, pre(fast) + 1, "inst"} annotation(origin = "whenEquation");
  riEq[2,2] = {slow, pre(slow) + 1, "inst"} annotation(origin = "whenEquation");
  riEq[3,3] = {together, pre(together) + 1, "inst"} annotation(origin = "whenEquation");
  w = {{sampling(1, sample(0, 0.1)), {1}}, {sampling(2, sample(0, 0.3)), {2}}, {sampling(1, sample(0, 0.1)) and sampling(2, sample(0, 0.3)), {3}}};
  samplings[1] = sampling(call = sampling(1, sample(0, 0.1)), start = 0, interval = 0.1);
  samplings[2] = sampling(call = sampling(2, sample(0, 0.3)), start = 0, interval = 0.3);
  annotation(__moo(version = "1.0.0", requires = {"samples"}));
end ManySamples;
