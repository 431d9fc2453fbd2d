model Stiff
  Real y(start = 2, fixed = true);
  Real x(start = 0, fixed = true);
equation
  iEq[1,1] = {y, 2, "ass"} annotation(overridable = true, origin = "fixedStart");
  iEq[2,2] = {x, 0, "ass"} annotation(overridable = true, origin = "fixedStart");
  iEq[3,3] = {der(y), 1000*(cos(time) - y) - sin(time), "ass"};
  iEq[4,4] = {der(x), y, "ass"};
  iJac[1] = {{1, 1}};
  iJac[2] = {{2, 1}};
  iJac[3] = {{3, 1}};
  iJac[4] = {{4, 1}};
  Eq[1,1] = {der(y), 1000*(cos(time) - y) - sin(time), "ass"};
  Eq[2,2] = {der(x), y, "ass"};
  Block[1] = {"assign", "derivatives"};
  Block[2] = {"assign", "derivatives"};
  Jac[1] = {{1, 1}};
  Jac[2] = {{2, 1}};
  Known[1] = {{y, 1000.0}};
  Known[2] = {{y, -1.0}};
  riEq[1,1] = {der(y), 1000*(cos(time) - y) - sin(time), "ass"};
  riEq[2,2] = {der(x), y, "ass"};
  riJac[1] = {{1, 1}};
  riJac[2] = {{2, 1}};
  annotation(__moo(version = "1.0.0"));
end Stiff;
