model Ball
  Real h;
  Real v;
equation
  p = 3;
  iEq[1,1] = {h, 1, "ass"};
  iEq[3,3] = {v, 0, "ass"};
  Eq[1,1] = {der(h), v};
  Eq[1,1] = {der(v), -9.81, "maybe"};
  Eq[1,1] = {h + v, 1, "ass"};
  Jac[1] = 7;
  Jac[9] = {{1, 1}};
  foo[1] = {1};
  z = {{-h, {1, 2}}};
  c = {1};
  p = {h};
end Ball;
