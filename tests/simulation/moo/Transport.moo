model Transport "a pipe: what flows in keeps its value until the flow turns and brings it back"
  Real x(start = 0, fixed = true);
  Real v;
  Real in0;
  Real out0;
  Real out1;
equation
  iEq[1,1] = {x, 0, "ass"} annotation(overridable = true, origin = "fixedStart");
  iEq[2,2] = {v, 0.5*cos(0.5*time), "ass"};
  iEq[3,3] = {in0, 2 + x, "ass"};
  iEq[4,4] = {out0, (spatialDistribution(in0, 7.0, x, v >= 0))._1, "ass"};
  iEq[5,5] = {out1, (spatialDistribution(in0, 7.0, x, v >= 0))._2, "ass"};
  iEq[6,6] = {der(x), v, "ass"};
  Eq[1,1] = {v, 0.5*cos(0.5*time), "ass"};
  Eq[2,2] = {in0, 2 + x, "ass"};
  Eq[3,3] = {out0, (spatialDistribution(in0, 7.0, x, v >= 0))._1, "ass"};
  Eq[4,4] = {out1, (spatialDistribution(in0, 7.0, x, v >= 0))._2, "ass"};
  Eq[5,5] = {der(x), v, "ass"};
  riEq[1,1] = {v, 0.5*cos(0.5*time), "ass"};
  riEq[2,2] = {in0, 2 + x, "ass"};
  riEq[3,3] = {out0, (spatialDistribution(in0, 7.0, x, v >= 0))._1, "ass"};
  riEq[4,4] = {out1, (spatialDistribution(in0, 7.0, x, v >= 0))._2, "ass"};
  riEq[5,5] = {der(x), v, "ass"};
  z = {{v, {3, 4}, v >= 0}};
  transports[1] = transport(call = spatialDistribution(in0, 7.0, x, v >= 0), initialPoints = {0.0, 1.0}, initialValues = {2.0, 1.0});
  annotation(__moo(version = "0.3.0", requires = {"transports"}), experiment(StopTime = 5.0));
end Transport;
