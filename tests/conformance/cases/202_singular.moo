model Singular
  parameter Real a = 1;
  parameter Real b = 1;
  Real x(start = 3);
  Real y(start = 0);
equation
  shared[1] = (2*time - b*x + 4.0)/a;
  shared[2] = a*x + b*y - (4 + 2*time);
  p = {a, b};
  iEq[1,1] = {y, shared[1], "ass"} annotation(origin = "equation");
  iEq[1,2] = {x, shared[2], "res"} annotation(origin = "equation");
  iBlock[1] = {"linear"};
  iJac[1] = {{1, 1.0}, {2, b/a, "constant"}};
  iJac[2] = {{1, b, "constant"}, {2, a, "constant"}};
  Eq[1,1] = {y, shared[1], "ass"} annotation(origin = "equation");
  Eq[1,2] = {x, shared[2], "res"} annotation(origin = "equation");
  Block[1] = {"linear", "outputs"};
  Jac[1] = {{1, 1.0}, {2, b/a, "constant"}};
  Jac[2] = {{1, b, "constant"}, {2, a, "constant"}};
  riEq[1,1] = {y, shared[1], "ass"} annotation(origin = "equation");
  riEq[1,2] = {x, shared[2], "res"} annotation(origin = "equation");
  riBlock[1] = {"linear"};
  riJac[1] = {{1, 1.0}, {2, b/a, "constant"}};
  riJac[2] = {{1, b, "constant"}, {2, a, "constant"}};
  annotation(__moo(version = "0.5.0", requires = {"torn"}));
end Singular;
