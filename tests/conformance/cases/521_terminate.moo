model Terminate
  Real x(start = 0, fixed = true);
equation
  iEq[1,1] = {x, 0, "ass"} annotation(overridable = true, origin = "fixedStart");
  iEq[2,2] = {der(x), 1, "ass"};
  iJac[1] = {{1, 1}};
  iJac[2] = {{2, 1}};
  Eq[1,1] = {der(x), 1, "ass"};
  Block[1] = {"assign", "derivatives"};
  Jac[1] = {{1, 1}};
  riEq[1,1] = {der(x), 1, "ass"};
  riJac[1] = {{1, 1}};
  z = {{x - 1.25, {0}, relation(1, x > 1.25)}};
  zeroCrossings[1] = zeroCrossing(known = {entry(by = x, value = 1.0, kind = "constant")});
  w = {{relation(1, x > 1.25), {0}}};
  actions[1] = action(kind = "terminate", value = "the end of the belt", conditions = {1});
  annotation(__moo(version = "1.0.0", requires = {"actions"}));
end Terminate;
