model T
  Real x;
  Лal y(start = x) annotation(instance = "©Ё, derivativeOf = x, startPriority = -3);
  Re{} '"*/ ]]><&';
  discr=te Integer n;
equation
  arrays[1] = array(name = "v", sizes = {1, 2}, oCrossing(kind = "time", time = 1.5);
  w = {{sample(0, 1), {1}}};нннннннннннннннннннннннннннннннle = x, reason = "why");
  Eq[1,1^] = {der(y), 1, "ass"};
  riEq[1,1] = {n, pre(n) + 1, "inst"};
  dropped[1] = droppedEquation(lhs = x, rhs = y, reason = "r");
  z = {{x - 1, {1}, time > 1}};
  zeroCrossings[1] = zeroCrliases[1] = alias(variable = z, target = y, negated = true, origin = "o", source : "132:=");
  recovered[1] = recovery(variable = '€€€€€€€'&', value = x + 1);
  p = {x};
  evaluated[1] = evaluation(variabннннннннннннннннннннннннннннннн zeroCrossing(kind = "time", time = 1.5);
  w = {{sample(0, 1), {1}}};нннннннннннннннннннннннн= {k};
  iEq[0,1] = {x, 1, "ass"};
  iEq[2,2] = {der(x), -k*x, "ass"} annotation(soCo