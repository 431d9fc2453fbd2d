function _loop1
  input Real _u1 "steps";
  input Real _u2 "rest";
  output Real _y1 = _u1 "steps";
  output Real _y2 = _u2 "rest";
algorithm
  while noEvent(_y2 > 3) loop
    _y2 := _y2 - 3;
    _y1 := _y1 + 1;
  end while;
end _loop1;
model AlgorithmSection
  Real steps;
  Real rest;
equation
  iEq[1,1] = {steps, (_loop1(0, 10 + time))._1, "ass"} annotation(origin = "algorithm");
  iEq[1,2] = {rest, (_loop1(0, 10 + time))._2, "ass"} annotation(origin = "algorithm");
  iBlock[1] = {"algorithm"};
  iJac[1] = {{1, 1}};
  iJac[2] = {{2, 1}};
  Eq[1,1] = {steps, (_loop1(0, 10 + time))._1, "ass"} annotation(origin = "algorithm");
  Eq[1,2] = {rest, (_loop1(0, 10 + time))._2, "ass"} annotation(origin = "algorithm");
  Block[1] = {"algorithm", "outputs"};
  Jac[1] = {{1, 1}};
  Jac[2] = {{2, 1}};
  riEq[1,1] = {steps, (_loop1(0, 10 + time))._1, "ass"} annotation(origin = "algorithm");
  riEq[1,2] = {rest, (_loop1(0, 10 + time))._2, "ass"} annotation(origin = "algorithm");
  riBlock[1] = {"algorithm"};
  riJac[1] = {{1, 1}};
  riJac[2] = {{2, 1}};
  annotation(__moo(version = "1.0.0", requires = {"functions", "algorithms"}));
end AlgorithmSection;
