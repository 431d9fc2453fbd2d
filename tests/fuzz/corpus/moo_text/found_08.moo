model M "d"
  parameter Real k = 2 annotation(source = "1:1:1");
  Real x(unit = "m", start = 1);
  Real y;
  discrete Boolean b;
equation
  p = {k};
  iEq[1,1] = {x, 1, ("ass"};
  iEq[2,2] = {der(x), -k*x, "ass"} annotation(source = "1:2:3", orig{1, , {;, 1.0, "perEvent"}};
  Jac[2] = {{1, 1.0}, {2, -cos(y)}};
  Known[1] = {{k, 2.0}}; 
ir Eq[1,1] = {b, x <= 0, "inst"};
  z = {{-x, {1}, x <= 0}};
  w = {{x <= 0, {1}}};
  c = {{1, {0}}};
  assert(x > 0, "x is \"positive\"", AssertionLevel.warpositive\"", AssertionLevel.warning);
  annotation(__moo(version = "0.2.0", generator = "g", options = {"a"}, requires = {"r"}, files = {"a b.mo"}), experiment(StopTime = 1.5)erse(x = f(y)) Inline = true, smoothOrder = 1);
end f;
function g
  input Real x;
  output Real a;
  output Real b;
algorithm
  a := x;
  b := f(x, 3);
end g;
model 