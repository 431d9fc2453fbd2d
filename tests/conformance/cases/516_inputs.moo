model Inputs
  input Real u(start = 3);
  discrete input Boolean on(start = true);
  output Real y;
  Real x(start = 0, fixed = true);
equation
  iEq[1,1] = {y, u + 1, "ass"};
  iEq[2,2] = {x, 0, "ass"} annotation(overridable = true, origin = "fixedStart");
  iEq[3,3] = {der(x), if on then u else 0, "ass"};
  iJac[1] = {{1, 1}};
  iJac[2] = {{2, 1}};
  iJac[3] = {{3, 1}};
  Eq[1,1] = {y, u + 1, "ass"};
  Eq[2,2] = {der(x), if on then u else 0, "ass"};
  Block[1] = {"assign", "outputs"};
  Block[2] = {"assign", "derivatives"};
  Jac[1] = {{1, 1}};
  Jac[2] = {{2, 1}};
  Known[1] = {{u, -1.0}};
  Known[2] = {{u, if on then -1.0 else 0.0, "perEvent"}};
  riEq[1,1] = {y, u + 1, "ass"};
  riEq[2,2] = {der(x), if on then u else 0, "ass"};
  riJac[1] = {{1, 1}};
  riJac[2] = {{2, 1}};
  annotation(__moo(version = "1.0.0", requires = {"inputs"}));
end Inputs;
