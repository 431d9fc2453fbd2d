model Singular
  parameter Real a = 1;
  parameter Real b = 1;
  Real x(start = 3);
  Real y(start = 0);
equation
  shared[1] = a*x + b*y - (4 + 2*time);
  shared[2] = b*x + a*y - (4 + 2*time);
  p = {a, b};
  iEq[1,1] = {x, shared[1], "res"};
  iEq[1,2] = {y, shared[2], "res"};
  iBlock[1] = {"linear"};
  iJac[1] = {{1, a, "constant"}, {2, b, "constant"}};
  iJac[2] = {{1, b, "constant"}, {2, a, "constant"}};
  Eq[1,1] = {x, shared[1], "res"};
  Eq[1,2] = {y, shared[2], "res"};
  Block[1] = {"linear", "outputs"};
  Jac[1] = {{1, a, "constant"}, {2, b, "constant"}};
  Jac[2] = {{1, b, "constant"}, {2, a, "constant"}};
  riEq[1,1] = {x, shared[1], "res"};
  riEq[1,2] = {y, shared[2], "res"};
  riBlock[1] = {"linear"};
  riJac[1] = {{1, a, "constant"}, {2, b, "constant"}};
  riJac[2] = {{1, b, "constant"}, {2, a, "constant"}};
  annotation(__moo(version = "1.0.0"));
end Singular;
