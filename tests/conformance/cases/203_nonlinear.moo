model Nonlinear
  Real x(start = 2.5);
  Real y(start = 4.5);
equation
  shared[1] = x^2 + y^2 - (25 + 10*time);
  iEq[1,1] = {x, shared[1], "res"};
  iEq[1,2] = {y, x*y - 12, "res"};
  iJac[1] = {{1, 2*x}, {2, 2*y}};
  iJac[2] = {{1, y}, {2, x}};
  Eq[1,1] = {x, shared[1], "res"};
  Eq[1,2] = {y, x*y - 12, "res"};
  Block[1] = {"nonlinear", "outputs"};
  Jac[1] = {{1, 2*x}, {2, 2*y}};
  Jac[2] = {{1, y}, {2, x}};
  riEq[1,1] = {x, shared[1], "res"};
  riEq[1,2] = {y, x*y - 12, "res"};
  riJac[1] = {{1, 2*x}, {2, 2*y}};
  riJac[2] = {{1, y}, {2, x}};
  annotation(__moo(version = "1.0.0"));
end Nonlinear;
