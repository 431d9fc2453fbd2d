function 'Strings.code'
  input String s;
  output Integer n;
algorithm
  if s == "slow" then
    n := 3;
  elseif s == "fa" + "st" then
    n := 7;
  else
    n := 0;
  end if;
  annotation(Inline = false);
end 'Strings.code';
model Strings
  parameter String mode = "fast";
  Real x(start = 0, fixed = true);
  Real n;
  parameter Real same = if mode == "slow" then 1 else 2 annotation(isFinal = true);
equation
  p = {mode, same};
  iEq[1,1] = {x, 0, "ass"} annotation(overridable = true, origin = "fixedStart");
  iEq[2,2] = {n, 'Strings.code'(mode) + time, "ass"};
  iEq[3,3] = {der(x), if mode == "fast" then same else 1, "ass"};
  iJac[1] = {{1, 1}};
  iJac[2] = {{2, 1}};
  iJac[3] = {{3, 1}};
  Eq[1,1] = {n, 'Strings.code'(mode) + time, "ass"};
  Eq[2,2] = {der(x), if mode == "fast" then same else 1, "ass"};
  Block[1] = {"assign", "outputs"};
  Block[2] = {"assign", "derivatives"};
  Jac[1] = {{1, 1}};
  Jac[2] = {{2, 1}};
  riEq[1,1] = {n, 'Strings.code'(mode) + time, "ass"};
  riEq[2,2] = {der(x), if mode == "fast" then same else 1, "ass"};
  riJac[1] = {{1, 1}};
  riJac[2] = {{2, 1}};
  annotation(__moo(version = "1.0.0", requires = {"strings", "functions"}));
end Strings;
