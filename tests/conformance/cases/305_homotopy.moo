model Homotopy
  Real x(start = 0);
equation
  iEq[1,1] = {x, homotopy(x^3 - 2*x + 2, x + 1), "res"} annotation(origin = "initialEquation");
  iEq[2,2] = {der(x), 0, "ass"};
  iJac[1] = {{1, homotopy(3*x^2 - 2.0, 1.0)}};
  iJac[2] = {{2, 1}};
  Eq[1,1] = {der(x), 0, "ass"};
  Block[1] = {"assign", "derivatives"};
  Jac[1] = {{1, 1}};
  riEq[1,1] = {der(x), 0, "ass"};
  riJac[1] = {{1, 1}};
  annotation(__moo(version = "1.0.0", requires = {"homotopy"}));
end Homotopy;
