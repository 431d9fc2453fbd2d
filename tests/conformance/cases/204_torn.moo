model Torn
  Real x(start = 1);
  Real y;
  Real z;
equation
  shared[1] = x^3 + y + z - (3 + time);
  iEq[1,1] = {y, 2*sin(x), "ass"};
  iEq[1,2] = {z, y^2, "ass"};
  iEq[1,3] = {x, shared[1], "res"};
  iJac[1] = {{1, 1.0}, {3, -2*cos(x)}};
  iJac[2] = {{1, -2*y}, {2, 1.0}};
  iJac[3] = {{1, 1.0}, {2, 1.0}, {3, 3*x^2}};
  Eq[1,1] = {y, 2*sin(x), "ass"};
  Eq[1,2] = {z, y^2, "ass"};
  Eq[1,3] = {x, shared[1], "res"};
  Block[1] = {"nonlinear", "outputs"};
  Jac[1] = {{1, 1.0}, {3, -2*cos(x)}};
  Jac[2] = {{1, -2*y}, {2, 1.0}};
  Jac[3] = {{1, 1.0}, {2, 1.0}, {3, 3*x^2}};
  riEq[1,1] = {y, 2*sin(x), "ass"};
  riEq[1,2] = {z, y^2, "ass"};
  riEq[1,3] = {x, shared[1], "res"};
  riJac[1] = {{1, 1.0}, {3, -2*cos(x)}};
  riJac[2] = {{1, -2*y}, {2, 1.0}};
  riJac[3] = {{1, 1.0}, {2, 1.0}, {3, 3*x^2}};
  annotation(__moo(version = "1.0.0", requires = {"torn"}));
end Torn;
