model Delay
  Real x(start = 1, fixed = true);
equation
  iEq[1,1] = {x, 1, "ass"} annotation(overridable = true, origin = "fixedStart");
  iEq[2,2] = {der(x), -delayed(1, delay(x, 1)), "ass"};
  iJac[1] = {{1, 1}};
  iJac[2] = {{2, 1}};
  Eq[1,1] = {der(x), -delayed(1, delay(x, 1)), "ass"};
  Block[1] = {"assign", "derivatives"};
  Jac[1] = {{1, 1}};
  riEq[1,1] = {der(x), -delayed(1, delay(x, 1)), "ass"};
  riJac[1] = {{1, 1}};
  delays[1] = delayOperator(call = delayed(1, delay(x, 1)), value = x, delayTime = 1);
  annotation(__moo(version = "1.0.0", requires = {"delays"}));
end Delay;
