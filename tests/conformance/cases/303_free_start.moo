model FreeStart
  Real x(start = 2.5);
  Real y;
equation
  iEq[1,1] = {x, 2.5, "ass"} annotation(overridable = true, origin = "guessedStart");
  iEq[2,2] = {y, 0, "ass"} annotation(overridable = true, origin = "defaultStart");
  iEq[3,3] = {der(x), -1, "ass"};
  iEq[4,4] = {der(y), x - y, "ass"};
  iJac[1] = {{1, 1}};
  iJac[2] = {{2, 1}};
  iJac[3] = {{3, 1}};
  iJac[4] = {{4, 1}};
  Eq[1,1] = {der(x), -1, "ass"};
  Eq[2,2] = {der(y), x - y, "ass"};
  Block[1] = {"assign", "derivatives"};
  Block[2] = {"assign", "derivatives"};
  Jac[1] = {{1, 1}};
  Jac[2] = {{2, 1}};
  Known[2] = {{x, -1.0}, {y, 1.0}};
  riEq[1,1] = {der(x), -1, "ass"};
  riEq[2,2] = {der(y), x - y, "ass"};
  riJac[1] = {{1, 1}};
  riJac[2] = {{2, 1}};
  annotation(__moo(version = "1.0.0"));
end FreeStart;
