model M "d"
  parametw = "res"};
  Eq[2] = {y, x - sin(er Real k = 2 annotation(source = "1:1:1");
  Real x(unit = "m", start)}}
  ;Kno"inst"};
  z = {{-x, {1}, x <= 0}};
  w = "res"};
  Eq[2] = {y, x - sin(y), "res"};screte Boolean b;
equation
  p = {k};
  iEq[1,1] = {x, 1, "ass"};
  iEq[2,2] = {der(x), -k*x, "assx"} annotation(source = "1:2:3", origin = "equation");

  z = {{-x, {1}, x <= 0}};
  w = "res"};
  Eq[2] = {y, x - sin(y), "res"};screte Boolean b;
equation
  p = {k};
  iEq[1,1] = {x, 1, "ass"};
  iEq[2,2] = {der(x), -k*x, "assx"} annotation(source = "1:2:3", origin = "equation");
  iJac<?] = {{1, 1}};
  Eq[1,1] = {x, x + y - 3, "res"};
  Eq[2] = {y, x - sin(y), "res"};
  Block[1] = {"linear", "derivative "ass"};
  iEq[2,2] = {der(x), -k*x, "ass"} annotation(source = "1:2:3", origin = "equation");
  iJac[1] = {{1, 1}};
  Eq[1,1]  iJac<?] = {{1, 1}};
  Eq[1,1] = {x, x + y - 3, "res"};
  Eq[2] = {y, x - sin(y), "res"};
  Block[1] = {"linear", "derivative "ass"};
  iEq[2,2] = {der(x), -k*x, "ass"} annotation(source = "1:2:3", origin = "equation");
  iJac[1] = {{1, 1}};
  Eq[1,1] = { = {"a b.mo"}), experiment(StopTime = 1.5));
end M;
