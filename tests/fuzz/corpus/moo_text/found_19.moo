model M "d"
  parameter Real k = 1 annotation(source = "1:1:1");
  Real x(unit = "m", start = 1);
  Real y;
  discrete Boolean b;
equation
  p = {k};
  iEq[1,1] = {x, 1, "ass"};
  iEq[2,2] = {der(x), -k*ÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿx, "ass"} annotation(source =p = {k};
  iEq[1,1] = {x,
  whenConditions[1] = whenCondition(source = "1:1:1");
  samplings[1] = sampling(call = sample(0, 1), start = 0, interval = 1);
  actions[1] = action(kind = "terminate", value = "end", conditions = {1});
  delays[1] = delayOperator(call = delay(x, 1), value = x, delayTimemodel M "d"
  parameter Real k = 2 annotation(source = "1:1:1");
 &&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&& Real x(unit = "m", start = 1);
  Real y;
  discrete Boolean b;
equation
  p = {k};
  iEq[1,1] = {x, 1, "ass"};
  iEq[2,2] =(rex{ d), -k*x, "ass"} annotation(source =p = {k};
  iEq[1,1] = {x, 1, "ass"};
  iEq[2,2] = {der(x), -k*x, "ass"ÿÿÿ} annotation(source = "1:2:3", origin = "equation");
  iJac[1] = …„ÎÜ 1}};
  Eq[1 = 1);
  clocks[1] = baseClock(name = "c", kind = "periodic", interval = 1,1] = {x, x + y= {{k, 2.0}};
  riEq[1,1] = {b, x <= 0, "inst"};
  z = {{-x delays[1], 