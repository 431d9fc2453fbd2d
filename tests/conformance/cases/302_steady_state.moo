model SteadyState
  parameter Real u = 4;
  Real x(start = 1);
  Real y(start = 1);
equation
  p = {u};
  iEq[1,1] = {der(x), 0, "ass"} annotation(origin = "initialEquation");
  iEq[2,2] = {x, u - der(x), "ass"};
  iEq[3,3] = {der(y), 0, "ass"} annotation(origin = "initialEquation");
  iEq[4,4] = {y, der(y) - (x - sqrt(y)), "res"};
  iJac[1] = {{1, 1}};
  iJac[2] = {{2, 1}};
  iJac[3] = {{3, 1}};
  iJac[4] = {{4, 0.5/sqrt(y)}};
  Eq[1,1] = {der(x), u - x, "ass"};
  Eq[2,2] = {der(y), x - sqrt(y), "ass"};
  Block[1] = {"assign", "derivatives"};
  Block[2] = {"assign", "derivatives"};
  Jac[1] = {{1, 1}};
  Jac[2] = {{2, 1}};
  Known[1] = {{x, 1.0}};
  Known[2] = {{x, -1.0}, {y, 0.5/sqrt(y)}};
  riEq[1,1] = {der(x), u - x, "ass"};
  riEq[2,2] = {der(y), x - sqrt(y), "ass"};
  riJac[1] = {{1, 1}};
  riJac[2] = {{2, 1}};
  annotation(__moo(version = "1.0.0"));
end SteadyState;
