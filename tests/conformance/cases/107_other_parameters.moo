model OtherParameters
  parameter Real base = 3;
  parameter Real twice = 2*base;
  parameter Boolean negative = false;
  Real x(start = twice, fixed = true);
  parameter Real y = if negative then -twice else twice annotation(isFinal = true);
equation
  p = {base, twice, negative, y};
  iEq[1,1] = {x, twice, "ass"} annotation(origin = "start value, fixed");
  iEq[2,2] = {der(x), -base*x, "ass"} annotation(origin = "equation");
  iJac[1] = {{1, 1}};
  iJac[2] = {{2, 1}};
  Eq[1,1] = {der(x), -base*x, "ass"} annotation(origin = "equation");
  Block[1] = {"assign", "derivatives"};
  Jac[1] = {{1, 1}};
  Known[1] = {{x, base, "constant"}};
  riEq[1,1] = {der(x), -base*x, "ass"} annotation(origin = "equation");
  riJac[1] = {{1, 1}};
  annotation(__moo(version = "0.5.0"));
end OtherParameters;
