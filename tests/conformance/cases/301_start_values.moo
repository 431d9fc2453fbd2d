model StartValues
  parameter Real p = 3;
  Real x(start = 2*p, fixed = true);
  Real z(start = 10);
equation
  p = {p};
  iEq[1,1] = {x, 2*p, "ass"} annotation(overridable = true, origin = "fixedStart");
  iEq[2,2] = {z, z*x - 6, "res"} annotation(origin = "initialEquation");
  iEq[3,3] = {der(x), -x, "ass"};
  iEq[4,4] = {der(z), x - z, "ass"};
  iBlock[2] = {"linear"};
  iJac[1] = {{1, 1}};
  iJac[2] = {{2, x}};
  iJac[3] = {{3, 1}};
  iJac[4] = {{4, 1}};
  Eq[1,1] = {der(x), -x, "ass"};
  Eq[2,2] = {der(z), x - z, "ass"};
  Block[1] = {"assign", "derivatives"};
  Block[2] = {"assign", "derivatives"};
  Jac[1] = {{1, 1}};
  Jac[2] = {{2, 1}};
  Known[1] = {{x, 1.0}};
  Known[2] = {{x, -1.0}, {z, 1.0}};
  riEq[1,1] = {der(x), -x, "ass"};
  riEq[2,2] = {der(z), x - z, "ass"};
  riJac[1] = {{1, 1}};
  riJac[2] = {{2, 1}};
  annotation(__moo(version = "1.0.0"));
end StartValues;
