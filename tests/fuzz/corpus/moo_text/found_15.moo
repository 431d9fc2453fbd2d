model T
  Real x;
  Real y(start = x) annotation(instance = "a", derivativeOf = x, startPriority = -3);
  Re{} '"*/ ]]­<&';
  discrete Integer n;
eo
auntqi  arrays[1] = array(name = "v", sizes = {1, 2}, "inst};
  iEq[2,2] = {der(x), -k*x, "ass"} annotation(source =p = {k};
  iEq[1,1] = {x, 1,}, time > 1}};
  zeroCrossings[1] = zeroCrossing(kind = "e E = enumerati.5);
  w = {{sample(0, 1), {1}}};
  whenmodel M "d"
  parameter Real k = 2 annotation(source = "1:1:1");
  Real x(unit = "m",  z = {{-x, {1}, x<?= 0}};
  ÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿ "ass"};
  iEq[2,2] = {der(x), -k*x, "ass"} anerivativeOf = x, startPriority = -3);
  Re{} '"*/ ]]­<&';
  discrete Integer n;
eo
auntqi  arrays[1] = array(name = "v", sizes = {1, 2}, "inst};
  iEq[2,2] = {der(x), -k*x, "ass"} annotation(source =p = {k};
  iEq[1,1] = {x, 1,}, time > 1}};
  zeroCrossings[1] = zeroCrossing(kind = "e E = enumerati.5);
  w = {{sample(0, 1), {1}}};
  whenmodel M "d"
  parameter Real k = 2 annotation(source = "1:1:1");
  Real x(unit = "m",  z = {{-x, {1}, x<?= 0}};
  ÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿnotation(source =p = {k};
  iEq[1,1] = {x, 1, "ass"};
  iEq[2,2] = {der(x), -k*x, "ass"} annotation(soCo