model NonlinearLoop
  Real x(start = 2, fixed = true);
  Real y(start = 1);
equation
  iEq[1,1] = {x, 2, "ass"} annotation(overridable = true, origin = "fixedStart");
  iEq[2,2] = {y, y^3 + y - x, "res"};
  iEq[3,3] = {der(x), -y, "ass"};
  iJac[1] = {{1, 1}};
  iJac[2] = {{2, 3*y^2 + 1.0}};
  iJac[3] = {{3, 1}};
  Eq[1,1] = {y, y^3 + y - x, "res"};
  Eq[2,2] = {der(x), -y, "ass"};
  Block[1] = {"nonlinear", "derivatives"};
  Block[2] = {"assign", "derivatives"};
  Jac[1] = {{1, 3*y^2 + 1.0}};
  Jac[2] = {{2, 1}};
  Known[1] = {{x, -1.0}};
  Known[2] = {{y, 1.0}};
  riEq[1,1] = {y, y^3 + y - x, "res"};
  riEq[2,2] = {der(x), -y, "ass"};
  riJac[1] = {{1, 3*y^2 + 1.0}};
  riJac[2] = {{2, 1}};
  annotation(__moo(version = "1.0.0"));
end NonlinearLoop;
