model InitialLoop
  Real x(start = 1.5);
  Real y(start = 3.5);
equation
  iEq[1,1] = {y, 5.0 - x, "ass"} annotation(origin = "initialEquation");
  iEq[1,2] = {x, x*y - 6, "res"} annotation(origin = "initialEquation");
  iEq[2,3] = {der(x), -x, "ass"};
  iEq[3,4] = {der(y), -2*y, "ass"};
  iJac[1] = {{1, 1.0}, {2, 1.0}};
  iJac[2] = {{1, x}, {2, y}};
  iJac[3] = {{3, 1}};
  iJac[4] = {{4, 1}};
  Eq[1,1] = {der(x), -x, "ass"};
  Eq[2,2] = {der(y), -2*y, "ass"};
  Block[1] = {"assign", "derivatives"};
  Block[2] = {"assign", "derivatives"};
  Jac[1] = {{1, 1}};
  Jac[2] = {{2, 1}};
  Known[1] = {{x, 1.0}};
  Known[2] = {{y, 2.0}};
  riEq[1,1] = {der(x), -x, "ass"};
  riEq[2,2] = {der(y), -2*y, "ass"};
  riJac[1] = {{1, 1}};
  riJac[2] = {{2, 1}};
  annotation(__moo(version = "1.0.0", requires = {"torn"}));
end InitialLoop;
