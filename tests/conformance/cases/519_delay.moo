model Delay
  Real x(start = 1, fixed = true);
equation
  iEq[1,1] = {x, 1, "ass"} annotation(origin = "start value, fixed");
  iEq[2,2] = {der(x), -delay(x, 1), "ass"} annotation(origin = "equation");
  iJac[1] = {{1, 1}};
  iJac[2] = {{2, 1}};
  Eq[1,1] = {der(x), -delay(x, 1), "ass"} annotation(origin = "equation");
  Block[1] = {"assign", "derivatives"};
  Jac[1] = {{1, 1}};
  riEq[1,1] = {der(x), -delay(x, 1), "ass"} annotation(origin = "equation");
  riJac[1] = {{1, 1}};
  delays[1] = delayOperator(call = delay(x, 1), value = x, delayTime = 1);
  annotation(__moo(version = "0.5.0", requires = {"delays"}));
end Delay;
