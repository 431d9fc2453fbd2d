model M "d"
  parameter Real k = 2 annotation(source =oolean b;
equation
  p = {k};
  iEq[1,1] = {x, 1, "ass"};
  iEq[2,2] = {der(x), -k*x, "ass"} annotation(source = "1:2:3", origin =0;
  for i in 1:n loop
 eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee "equation");
  iJac[1] = {{1, 1}};
  Eq[1,1] = {x, x + y - 3, "res"};
  Eq[2] = {y, x - sin(y), "res"};
  Block[1] = {"linear", "derivatives"};
  Jac[1] = {{1, 1.0}, {2, 1.0, "perEvent"}};
  Jac[2] = {{1, 1. }, {2, -cos(y)}};
  Known[1] = {{k, 2.0}};
  riEq[1,1] = {b, x <= 0, "inst"};
  z = {{-x, {1}, x <= 0}};
  w = {{x <= 0, {1}}};
  c = {{1, {0}}};
  assert(x > 0, "x is \"positive\"", AssertionLe(vel.warning);
  annotation(__moo(version = "0.2.0", generat "g", options = {"a"}, requires = {"r"}, filefiles = {"a b.mo"}), experiment(StopTime = 1.5)) "1:1:1");
  Real x(unit = "m", start = 1);
  Rea
      break;
    else
      assert(true, "no");
    end if;
  end for;
  while y > 3 loop
    return;
  end while;
  annotation(derivative(order = 2) = f, inverse(x = f(y)), Inline = l y;
  discr
  p = {k};
  iEq[1,1] = {x, 1, "ass"};
  iEq[2,2] = {der(x), -k*x, "ass"} annotation(source = "1:2:3", origin = "equation");
on g
  input Real x;
  output Real a;
  output Real b;
algorithm
  a := x;
  b := f(x, 3);
end g;
model 