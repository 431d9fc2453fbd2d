model SampledController
  Real x(start = 0, fixed = true);
  discrete Real u(start = 0, fixed = true);
  discrete Real integral(start = 0, fixed = true);
equation
  iEq[1,1] = {x, 0, "ass"} annotation(origin = "start value, fixed");
  iEq[2,2] = {pre(u), 0, "ass"} annotation(origin = "start value, fixed");
  iEq[3,3] = {u, pre(u), "ass"} annotation(origin = "no event, so unchanged");
  iEq[4,4] = {pre(integral), 0, "ass"} annotation(origin = "start value, fixed");
  iEq[5,5] = {integral, pre(integral), "ass"} annotation(origin = "no event, so unchanged");
  iEq[6,6] = {der(x), u - x, "ass"} annotation(origin = "equation");
  iJac[1] = {{1, 1}};
  iJac[6] = {{6, 1}};
  Eq[1,1] = {der(x), u - x, "ass"} annotation(origin = "equation");
  Block[1] = {"assign", "derivatives"};
  Jac[1] = {{1, 1}};
  Known[1] = {{x, 1.0}};
  riEq[1,1] = {integral, pre(integral) + 0.1*(1 - x), "inst"} annotation(origin = "when-equation");
  riEq[2,2] = {u, 2*(1 - x) + integral, "inst"} annotation(origin = "when-equation");
  riEq[3,3] = {der(x), u - x, "ass"} annotation(origin = "equation");
  riJac[3] = {{3, 1}};
  w = {{sample(0, 0.1), {1, 2}}};
  samplings[1] = sampling(call = sample(0, 0.1), start = 0, interval = 0.1);
  annotation(__moo(version = "0.5.0", requires = {"samples"}));
end SampledController;
