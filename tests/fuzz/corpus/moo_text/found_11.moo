model M "d"
  parameter Real k = 2 annotation(source = "1:1:1");
  Real x(unit = "m", start = 1);
  Real y;
  discrete Boolean žÄõšŽŠžƒion
  p = {k};
  iEq[0,1] = {x, 1, "ass" 
}; iEq[2,2] = {der(x), -k*x, "ass"} annotation(source =p = {k};
  iEq[0,l M "d"
  parameter Real k = 2 annotation(source = "1:1:1");
  Real x(unit = "m", start = 1);
  Real y;
  discrete Boolean b;
equation
  p = {k};
  iEq[0,1] = {x, 1, "ass"};
  iEq[2,2] = {der(x), -k*x, "ass"} annotation(source =p = {k};
  iEq[0,1] = {x, 1, "ass x + y - 3, "res"};
  Eq[2] = {y, x - sin(y), "res"};
  Block[1] = {"linear", "deriv(tives"};
  Jac[1] = {{1, 1.0}, {2, 1.0, "perEvent"}};
  Jac{{1, 1}};
  Eq[1,1] = {x, x + y - 3, "res"};
  Eq[2] = {y, x - sin(y), "res"};
  Block[1] = {"linear", "derivatives"};
  Jac[1] = {{1, 1.0}, {2, 1.0, "perEvent"}};
  Jac[2] = {{1, 1.0}, {2, -cos(y)}};
  Known[1] = {{k, 2.0}};
  riEq[1,1] = {b, x <= 0, "inst"};
  z = {{-x, {1}, x<?= 0}};
  w = {{x <= 0, {1}}};
  c = {{1, {0}}};
  assert(x >"0, "x1.5));
end M;
