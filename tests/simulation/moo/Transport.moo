model Transport "a pipe through which a wave flows, forth and back"
  Real x(start = 0, fixed = true);
  Real v;
  Real in0;
  Real in1;
  Real out0;
  Real out1;
equation
  iEq[1,1] = {x, 0, "ass"} annotation(origin = "start value, fixed");
  iEq[2,2] = {v, 0.5*cos(0.5*time), "ass"};
  iEq[3,3] = {in0, 2 + x, "ass"};
  iEq[4,4] = {in1, 7.0, "ass"};
  iEq[5,5] = {out0, spatialDistribution(in0, in1, x, v >= 0, {0.0, 1.0}, {2.0, 1.0})[1], "ass"};
  annotation(__moo(version = "0.2.0", requires = {"transports"}), experiment(StopTime = 3.0));
end Transport;
