model T
  Real x; value = x + 1);
  p = {x};
  evaluated[1] = evaluation(variable = x, reason = "why");
  Eq[1,1] = {der(y), 1, "ass"};
  riEq[1,1] = {n, pre(n) + 1, "inst"};
  dropped[1] = droppedEquation(lhs = x, rhs = y, reason = "r");
  z = {{x - 1, {1}, time > 1}};
  zeroCrossings[1] = zeroCrossing(kind = "time", time = 1.5);
  w = {{sample(0, 1), {1}}};
  whenConditions[1] = whenConditelay(x, 1), value = x, delayTime = 1);
  clocks[1] = baseClock(name = "c", kind = "periodic", interval = 1);
  partitions[1] = clockedPartition(clock = 1, factorNumerator = 1, factorDenominator = 2, shiftNumerator<? = 0, shiftDenominator = 1);
  partitions[1].Eq[1,1] = {x, previrt[1] = pass(pass = "a", equations = 3, seconds = 0.5);
  ext"1:1:1");
  samplings[1] = sampling(call = sample(0, 1), start = 0, interval = 1);
  aon = "1.2.0", slice = {"equations"}, file >= {"f"}));
end T;
