model SampledController
  Real x(start = 0, fixed = true);
  discrete Real u(start = 0, fixed = true);
  discrete Real integral(start = 0, fixed = true);
equation
  iEq[1,1] = {x, 0, "ass"} annotation(overridable = true, origin = "fixedStart");
  iEq[2,2] = {pre(u), 0, "ass"} annotation(overridable = true, origin = "fixedStart");
  iEq[3,3] = {u, pre(u), "ass"} annotation(origin = "unchangedAtStart");
  iEq[4,4] = {pre(integral), 0, "ass"} annotation(overridable = true, origin = "fixedStart");
  iEq[5,5] = {integral, pre(integral), "ass"} annotation(origin = "unchangedAtStart");
  iEq[6,6] = {der(x), u - x, "ass"};
  iJac[1] = {{1, 1}};
  iJac[6] = {{6, 1}};
  Eq[1,1] = {der(x), u - x, "ass"};
  Block[1] = {"assign", "derivatives"};
  Jac[1] = {{1, 1}};
  Known[1] = {{x, 1.0}};
  riEq[1,1] = {integral, pre(integral) + 0.1*(1 - x), "inst"} annotation(origin = "whenEquation");
  riEq[2,2] = {u, 2*(1 - x) + integral, "inst"} annotation(origin = "whenEquation");
  riEq[3,3] = {der(x), u - x, "ass"};
  riJac[3] = {{3, 1}};
  w = {{sampling(1, sample(0, 0.1)), {1, 2}}};
  samplings[1] = sampling(call = sampling(1, sample(0, 0.1)), start = 0, interval = 0.1);
  annotation(__moo(version = "1.0.0", requires = {"samples"}));
end SampledController;
