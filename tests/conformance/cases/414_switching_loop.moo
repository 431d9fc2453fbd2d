model SwitchingLoop
  Real x(start = -0.5);
  Real y(start = 0);
equation
  shared[1] = x + (if relation(1, x > 0) then 2*x else x) - (time - 1);
  shared[2] = (if relation(1, x > 0) then 0.0 else 1.0) + (if relation(1, x > 0) then 2.0 else 0.0) + 1.0;
  iEq[1,1] = {x, shared[1], "res"};
  iEq[2,2] = {y, y^3 + y - x, "res"};
  iBlock[1] = {"mixed"};
  iJac[1] = {{1, shared[2]}};
  iJac[2] = {{2, 3*y^2 + 1.0}};
  Eq[1,1] = {x, shared[1], "res"};
  Eq[2,2] = {y, y^3 + y - x, "res"};
  Block[1] = {"nonlinear", "crossings"};
  Block[2] = {"nonlinear", "outputs"};
  Jac[1] = {{1, shared[2]}};
  Jac[2] = {{2, 3*y^2 + 1.0}};
  Known[2] = {{x, -1.0}};
  riEq[1,1] = {x, shared[1], "res"};
  riEq[2,2] = {y, y^3 + y - x, "res"};
  riBlock[1] = {"mixed"};
  riJac[1] = {{1, shared[2]}};
  riJac[2] = {{2, 3*y^2 + 1.0}};
  z = {{x, {1}, relation(1, x > 0)}};
  zeroCrossings[1] = zeroCrossing(known = {entry(by = x, value = 1.0, kind = "constant")});
  annotation(__moo(version = "1.0.0", requires = {"mixed"}));
end SwitchingLoop;
