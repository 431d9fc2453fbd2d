model Ball
  parameter Real g = 9.81;
  parameter Real k = g;
  discrete Boolean up;
  Real h;
  Real v;
  Real a;
  Real b;
equation
  p = {k, g, h};
  iEq[1,1] = {g, 1, "ass"};
  Eq[1,1] = {der(h), a, "ass"};
  Eq[2,2] = {a, "text", "ass"};
  Eq[2,3] = {b, sample(0, 1), "ass"};
  Eq[3,4] = {der(v), v + timeInState(), "inst"};
  Eq[4,5] = {v, b - 1, "res"};
  Jac[1] = {{2, 1}};
  Jac[3] = {{3, {1, 2}}};
  riEq[1,1] = {up, 3.5, "ass"};
  riEq[2,2] = {up, v > 0, "inst"};
  riEq[3,3] = {pre(up), true, "ass"};
  z = {{up, {1}, up}};
end Ball;
