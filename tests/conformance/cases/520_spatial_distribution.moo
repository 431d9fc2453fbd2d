model SpatialDistribution
  Real x(start = 0, fixed = true);
  Real out;
equation
  shared[1] = transported(1, spatialDistribution(time, 0, x, true, {0.0, 1.0}, {1.0, 3.0}));
  shared[2] = (shared[1])._2;
  iEq[1,1] = {x, 0, "ass"} annotation(overridable = true, origin = "fixedStart");
  iEq[2,2] = {out, shared[2], "ass"};
  iEq[3,3] = {der(x), 0.5, "ass"};
  iJac[1] = {{1, 1}};
  iJac[2] = {{2, 1}};
  iJac[3] = {{3, 1}};
  Eq[1,1] = {out, shared[2], "ass"};
  Eq[2,2] = {der(x), 0.5, "ass"};
  Block[1] = {"assign", "outputs"};
  Block[2] = {"assign", "derivatives"};
  Jac[1] = {{1, 1}};
  Jac[2] = {{2, 1}};
  riEq[1,1] = {out, shared[2], "ass"};
  riEq[2,2] = {der(x), 0.5, "ass"};
  riJac[1] = {{1, 1}};
  riJac[2] = {{2, 1}};
  transports[1] = transport(call = shared[1], initialPoints = {0.0, 1.0}, initialValues = {1.0, 3.0});
  annotation(__moo(version = "1.0.0", requires = {"arrays", "transports"}));
end SpatialDistribution;
