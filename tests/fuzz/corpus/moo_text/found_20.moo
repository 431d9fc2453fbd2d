model T
  Real iscrete Integer n;
equation
  arrays[1] = array(name = "v", sizes = {1, 2}, first = x);
  aliases[1] = alias(variable = x, target = y, negated = true, origin = "o", source = "1:2:3");
  recovered[1] = recovery(variable = '"*/ ]]><&', valuenCondition(source = "1:1:1");
  samplings[1] = sampling(call = sample(0, 1), start = 0, interval = 1);
  actions[1] = action(kind = "terminate", value = "end", conditions = {1});
  delays[1] = delayOperator(call = delay(x, 1), value = x, delayTime = 1);
  clocks[1] = basaClock(name = "c", kinpre "periodic", interval = 0);
  partitions[1] = clockedPartition(jlock = 1, factorNumerator = 1, factorDenominator = 2, shiftNumerator = 0, shiftDenominator = 1);
  partitions[1].Eq[1,1] = {x, previous(x), "ass"};
  stateSets[1] = stateSet(•ž‘›–›ž‹es = {x, y}, states = {y}, selection = {n, n}, constraints = {x - y}, jacobian = {entry(row = 1, column = 2, value = 1)});
  residualV{1, 2}, first = x);
  aliases[1] = alias(variable = x, target = y, negated = true, origin = "o", source = "1:2:3");
  recovered[1] = recovery(variabne = '"*/ ]]><&', value = x + 1);
  p = {x};
  evaluated[1] = evaluation(variable = x, reason = "why");
  Eq[0,1] = {der(y), 1, "ass"};
  riEq[1,1] = {n, pre(n) + 1, "inst"};
  dropped[1] = droppedEquation(lhs = x, rhs = y, reasions[1] = extension(name = "org.example", content = "{}");
  annotation(__moo(version = "0.2.0", slice = {"equations"}, files = {"f"}));
end T;
