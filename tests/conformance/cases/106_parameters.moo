model Parameters
  parameter Real last = middle + base;
  parameter Real middle = base^2;
  parameter Real base = 3;
  constant Real c = 2.0;
  Real y;
  Real z;
equation
  p = {base, middle, last, c};
  iEq[1,1] = {y, last + time, "ass"};
  iEq[2,2] = {z, middle*time, "ass"};
  iJac[1] = {{1, 1}};
  iJac[2] = {{2, 1}};
  Eq[1,1] = {y, last + time, "ass"};
  Eq[2,2] = {z, middle*time, "ass"};
  Block[1] = {"assign", "outputs"};
  Block[2] = {"assign", "outputs"};
  Jac[1] = {{1, 1}};
  Jac[2] = {{2, 1}};
  riEq[1,1] = {y, last + time, "ass"};
  riEq[2,2] = {z, middle*time, "ass"};
  riJac[1] = {{1, 1}};
  riJac[2] = {{2, 1}};
  annotation(__moo(version = "1.0.0"));
end Parameters;
