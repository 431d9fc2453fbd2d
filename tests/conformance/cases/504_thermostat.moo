model Thermostat
  Real T(start = 18, fixed = true);
  discrete Boolean on(start = true, fixed = true);
equation
  shared[1] = relation(1, T < 19) or pre(on) and relation(2, T <= 21);
  iEq[1,1] = {T, 18, "ass"} annotation(overridable = true, origin = "fixedStart");
  iEq[2,2] = {pre(on), true, "ass"} annotation(overridable = true, origin = "fixedStart");
  iEq[3,3] = {on, shared[1], "ass"};
  iEq[4,4] = {der(T), (if on then 30 else 10) - T, "ass"};
  iJac[1] = {{1, 1}};
  iJac[4] = {{4, 1}};
  Eq[1,1] = {der(T), (if on then 30 else 10) - T, "ass"};
  Block[1] = {"assign", "derivatives"};
  Jac[1] = {{1, 1}};
  Known[1] = {{T, 1.0}};
  riEq[1,1] = {on, shared[1], "ass"};
  riEq[2,2] = {der(T), (if on then 30 else 10) - T, "ass"};
  riJac[2] = {{2, 1}};
  z = {{19 - T, {1}, relation(1, T < 19)}, {21 - T, {1}, relation(2, T <= 21)}};
  zeroCrossings[1] = zeroCrossing(known = {entry(by = T, value = -1.0, kind = "constant")});
  zeroCrossings[2] = zeroCrossing(known = {entry(by = T, value = -1.0, kind = "constant")});
  annotation(__moo(version = "1.0.0"));
end Thermostat;
