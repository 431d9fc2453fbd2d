model NonlinearLoop
  Real x(start = 2, fixed = true);
  Real y(start = 1);
equation
  iEq[1,1] = {x, 2, "ass"} annotation(origin = "start value, fixed");
  iEq[2,2] = {y, y^3 + y - x, "res"} annotation(origin = "equation");
  iEq[3,3] = {der(x), -y, "ass"} annotation(origin = "equation");
  iJac[1] = {{1, 1}};
  iJac[2] = {{2, 3*y^2 + 1.0}};
  iJac[3] = {{3, 1}};
  Eq[1,1] = {y, y^3 + y - x, "res"} annotation(origin = "equation");
  Eq[2,2] = {der(x), -y, "ass"} annotation(origin = "equation");
  Block[1] = {"nonlinear", "derivatives"};
  Block[2] = {"assign", "derivatives"};
  Jac[1] = {{1, 3*y^2 + 1.0}};
  Jac[2] = {{2, 1}};
  Known[1] = {{x, -1.0}};
  Known[2] = {{y, 1.0}};
  riEq[1,1] = {y, y^3 + y - x, "res"} annotation(origin = "equation");
  riEq[2,2] = {der(x), -y, "ass"} annotation(origin = "equation");
  riJac[1] = {{1, 3*y^2 + 1.0}};
  riJac[2] = {{2, 1}};
  annotation(__moo(version = "0.5.0"));
end NonlinearLoop;
