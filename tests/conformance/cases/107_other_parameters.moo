model OtherParameters
  parameter Real base = 3;
  parameter Real twice = 2*base;
  parameter Boolean negative = false;
  Real x(start = twice, fixed = true);
  Real y;
equation
  p = {base, twice, negative};
  iEq[1,1] = {x, twice, "ass"} annotation(overridable = true, origin = "fixedStart");
  iEq[2,2] = {y, (if negative then -twice else twice) + time, "ass"};
  iEq[3,3] = {der(x), -base*x, "ass"};
  iJac[1] = {{1, 1}};
  iJac[2] = {{2, 1}};
  iJac[3] = {{3, 1}};
  Eq[1,1] = {y, (if negative then -twice else twice) + time, "ass"};
  Eq[2,2] = {der(x), -base*x, "ass"};
  Block[1] = {"assign", "outputs"};
  Block[2] = {"assign", "derivatives"};
  Jac[1] = {{1, 1}};
  Jac[2] = {{2, 1}};
  Known[2] = {{x, base, "constant"}};
  riEq[1,1] = {y, (if negative then -twice else twice) + time, "ass"};
  riEq[2,2] = {der(x), -base*x, "ass"};
  riJac[1] = {{1, 1}};
  riJac[2] = {{2, 1}};
  annotation(__moo(version = "1.0.0"));
end OtherParameters;
