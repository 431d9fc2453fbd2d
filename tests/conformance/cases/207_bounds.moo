model Bounds
  Real x(min = 1e-06, start = 20);
  Real y(max = 0, start = -0.5);
equation
  shared[1] = log(x) + x - (1 + time*(log(2) + 1));
  iEq[1,1] = {x, shared[1], "res"};
  iEq[2,2] = {y, y^2 - (4 + 5*time), "res"};
  iJac[1] = {{1, 1.0/x + 1.0}};
  iJac[2] = {{2, 2*y}};
  Eq[1,1] = {x, shared[1], "res"};
  Eq[2,2] = {y, y^2 - (4 + 5*time), "res"};
  Block[1] = {"nonlinear", "outputs"};
  Block[2] = {"nonlinear", "outputs"};
  Jac[1] = {{1, 1.0/x + 1.0}};
  Jac[2] = {{2, 2*y}};
  riEq[1,1] = {x, shared[1], "res"};
  riEq[2,2] = {y, y^2 - (4 + 5*time), "res"};
  riJac[1] = {{1, 1.0/x + 1.0}};
  riJac[2] = {{2, 2*y}};
  annotation(__moo(version = "1.0.0"));
end Bounds;
