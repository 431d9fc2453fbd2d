model ManySamples
  discrete Integer fast(start = 0, fixed = true);
  discrete Integer slow(start = 0, fixed = true);
  discrete Integer together(start = 0, fixed = true);
equation
  iEq[1,1] = {pre(fast), 0, "ass"} annotation(origin = "start value, fixed");
  iEq[2,2] = {fast, pre(fast), "ass"} annotation(origin = "no event, so unchanged");
  iEq[3,3] = {pre(slow), 0, "ass"} annotation(origin = "start value, fixed");
  iEq[4,4] = {slow, pre(slow), "ass"} annotation(origin = "no event, so unchanged");
  iEq[5,5] = {pre(together), 0, "ass"} annotation(origin = "start value, fixed");
  iEq[6,6] = {together, pre(together), "ass"} annotation(origin = "no event, so unchanged");
  riEq[1,1] = {fast, pre(fast) + 1, "inst"} annotation(origin = "when-equation");
  riEq[2,2] = {slow, pre(slow) + 1, "inst"} annotation(origin = "when-equation");
  riEq[3,3] = {together, pre(together) + 1, "inst"} annotation(origin = "when-equation");
  w = {{sample(0, 0.1), {1}}, {sample(0, 0.3), {2}}, {sample(0, 0.1) and sample(0, 0.3), {3}}};
  samplings[1] = sampling(call = sample(0, 0.1), start = 0, interval = 0.1);
  samplings[2] = sampling(call = sample(0, 0.3), start = 0, interval = 0.3);
  annotation(__moo(version = "0.5.0", requires = {"samples"}));
end ManySamples;
