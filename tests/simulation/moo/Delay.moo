model Delay "der(x) = -x one second ago"
  Real x(start = 1, fixed = true);
  Real late;
equation
  iEq[1,1] = {x, 1, "ass"} annotation(overridable = true, origin = "fixedStart");
  iEq[2,2] = {late, delay(x, 1.0, 1.5), "ass"};
  iEq[3,3] = {der(x), -late, "ass"};
  Eq[1,1] = {late, delay(x, 1.0, 1.5), "ass"};
  Eq[2,2] = {der(x), -late, "ass"};
  riEq[1,1] = {late, delay(x, 1.0, 1.5), "ass"};
  riEq[2,2] = {der(x), -late, "ass"};
  delays[1] = delayOperator(call = delay(x, 1.0, 1.5), value = x, delayTime = 1.0, longest = 1.5);
  annotation(__moo(version = "0.3.0", requires = {"delays"}), experiment(StopTime = 3.0));
end Delay;
