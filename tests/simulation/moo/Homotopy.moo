model Homotopy "an initial equation that Newton's iteration cannot solve from its start value, unless it is led there"
  Real x(start = 10);
  Real y(start = 0, fixed = true);
equation
  iEq[1,1] = {y, 0, "ass"} annotation(overridable = true, origin = "fixedStart");
  iEq[2,2] = {x, homotopy(exp(-x*x) + 0.1*x - 0.2, x + 1.0), "res"};
  iEq[3,3] = {der(y), x, "ass"};
  iJac[2] = {{2, homotopy(0.1 - 2*x*exp(-x*x), 1.0)}};
  Eq[1,1] = {x, exp(-x*x) + 0.1*x - 0.2, "res"};
  Eq[2,2] = {der(y), x, "ass"};
  Jac[1] = {{1, 0.1 - 2*x*exp(-x*x)}};
  riEq[1,1] = {x, exp(-x*x) + 0.1*x - 0.2, "res"};
  riEq[2,2] = {der(y), x, "ass"};
  riJac[1] = {{1, 0.1 - 2*x*exp(-x*x)}};
  annotation(__moo(version = "0.3.0", requires = {"homotopy"}), experiment(StopTime = 1.0));
end Homotopy;
