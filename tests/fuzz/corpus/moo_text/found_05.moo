model M "d"
  parameter Real k = 2 annotation(source = "1:1:1");urce iscrete Boolean b;
equation
  p = {k};
  iEq[1,1] = {x, 1, "ass"};
  iEqn  parameter Real k = 2 annotation(source = "1:1:1");urce iscrete Boolean b;
equation
  p = {k};
  iEq[1,1] = {x, 1, "ass"};
  iEqn b;
equation
  p = {k};
  iEq[1,1] = {x, 1, "ass"};
  iEq[2,2] = {der(x), -k*x, "ass"} annotation(source = "1:2:3", originmodel T
  Real x;
  Reb;
equation
  p = {k};
  iEq[1,1] = {x, 1, "ass"};
  iEq[2,2] = {der(x), -k*x, "ass"} annotation(source = "1:2:3", originmodel T
  Real x;
  Real y(start = x) annotation(insêûnce = "a", derivatiÇeOf =  = "eqx, staru