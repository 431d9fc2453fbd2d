type 'Enumerations.Gear' = enumeration(first, second, third);
model Enumerations
  discrete 'Enumerations.Gear' gear(start = 'Enumerations.Gear'.first, fixed = true);
  Real speed;
  discrete Boolean high;
equation
  shared[1] = if relation(1, time >= 2) then 'Enumerations.Gear'.third elseif relation(2, time >= 1) then 'Enumerations.Gear'.second else 'Enumerations.Gear'.first;
  shared[2] = if gear == 'Enumerations.Gear'.first then 10 elseif gear == 'Enumerations.Gear'.second then 20 else 30;
  iEq[1,1] = {pre(gear), 'Enumerations.Gear'.first, "ass"} annotation(overridable = true, origin = "fixedStart");
  iEq[2,2] = {gear, shared[1], "ass"};
  iEq[3,3] = {speed, shared[2], "ass"};
  iEq[4,4] = {high, gear > 'Enumerations.Gear'.first, "ass"};
  iJac[3] = {{3, 1}};
  Eq[1,1] = {speed, shared[2], "ass"};
  Block[1] = {"assign", "outputs"};
  Jac[1] = {{1, 1}};
  riEq[1,1] = {gear, shared[1], "ass"};
  riEq[2,2] = {speed, shared[2], "ass"};
  riEq[3,3] = {high, gear > 'Enumerations.Gear'.first, "ass"};
  riJac[2] = {{2, 1}};
  z = {{time - 2, {1}, relation(1, time >= 2)}, {time - 1, {1}, relation(2, time >= 1)}};
  zeroCrossings[1] = zeroCrossing(kind = "time", time = 2);
  zeroCrossings[2] = zeroCrossing(kind = "time", time = 1);
  annotation(__moo(version = "1.0.0", requires = {"enumerations", "timeEvents"}));
end Enumerations;
