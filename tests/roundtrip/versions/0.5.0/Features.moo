function 'Features.largest'
  input Real[:] u annotation(source = "1:3:16");
  output Real y annotation(source = "1:4:17");
  Real[size(u, 1)] copy annotation(source = "1:6:10");
  Integer n annotation(source = "1:7:13");
algorithm
  copy := u annotation(source = "1:9:5");
  n := 1 annotation(source = "1:10:5");
  y := copy[1] annotation(source = "1:11:5");
  while n < size(u, 1) loop
    n := n + 1 annotation(source = "1:13:7");
    if copy[n] > y then
      y := copy[n] annotation(source = "1:15:9");
    end if annotation(source = "1:14:7");
  end while annotation(source = "1:12:5");
  annotation(source = "1:2:12", Inline = false);
end 'Features.largest';
function '_tangent(Features.largest; u)'
  input Real[:] u annotation(source = "1:3:16");
  input Real[:] _d_u annotation(source = "1:3:16");
  Real y annotation(source = "1:4:17");
  output Real _d_y annotation(source = "1:4:17");
  Real[size(u, 1)] copy annotation(source = "1:6:10");
  Real[size(u, 1)] _d_copy annotation(source = "1:6:10");
  Integer n annotation(source = "1:7:13");
algorithm
  _d_copy := _d_u annotation(source = "1:9:5");
  copy := u annotation(source = "1:9:5");
  n := 1 annotation(source = "1:10:5");
  _d_y := _d_copy[1] annotation(source = "1:11:5");
  y := copy[1] annotation(source = "1:11:5");
  while n < size(u, 1) loop
    n := n + 1 annotation(source = "1:13:7");
    if copy[n] > y then
      _d_y := _d_copy[n] annotation(source = "1:15:9");
      y := copy[n] annotation(source = "1:15:9");
    end if annotation(source = "1:14:7");
  end while annotation(source = "1:12:5");
  annotation(source = "1:2:12");
end '_tangent(Features.largest; u)';
model Features
  parameter Integer k = 2 annotation(source = "1:20:21");
  Real x(start = 1, fixed = true) annotation(startPriority = 5, source = "1:21:8");
  Real y annotation(source = "1:22:8");
  Real z annotation(source = "1:23:8");
  discrete Integer count(start = 0, fixed = true) annotation(startPriority = 6, source = "1:24:20");
equation
  shared[1] = {x, 2*x - k, 0.1*k};
  shared[2] = 'Features.largest'(shared[1]);
  shared[3] = if x > 0.3 + 0.5*z then 1 else 2;
  p = {k};
  iEq[1,1] = {x, 1, "ass"} annotation(source = "1:21:8", origin = "start value, fixed");
  iEq[2,2] = {z, shared[2], "ass"} annotation(source = "1:23:12", origin = "equation");
  iEq[3,3] = {y, shared[3], "ass"} annotation(source = "1:22:12", origin = "equation");
  iEq[4,4] = {pre(count), 0, "ass"} annotation(source = "1:24:20", origin = "start value, fixed");
  iEq[5,5] = {count, pre(count), "ass"} annotation(source = "1:28:5", origin = "no event, so unchanged");
  iEq[6,6] = {der(x), -x*y, "ass"} annotation(source = "1:26:3", origin = "equation");
  iJac[1] = {{1, 1}};
  iJac[2] = {{2, 1}};
  iJac[3] = {{3, 1}};
  iJac[6] = {{6, 1}};
  Eq[1,1] = {z, shared[2], "ass"} annotation(source = "1:23:12", origin = "equation");
  Eq[2,2] = {y, shared[3], "ass"} annotation(source = "1:22:12", origin = "equation");
  Eq[3,3] = {der(x), -x*y, "ass"} annotation(source = "1:26:3", origin = "equation");
  Block[1] = {"assign", "derivatives", "crossings"};
  Block[2] = {"assign", "derivatives"};
  Block[3] = {"assign", "derivatives"};
  Jac[1] = {{1, 1}};
  Jac[2] = {{2, 1}};
  Jac[3] = {{3, 1}};
  Known[1] = {{x, -'_tangent(Features.largest; u)'(shared[1], {1.0, 2.0, 0.0})}};
  Known[3] = {{x, y}, {y, x}};
  riEq[1,1] = {z, shared[2], "ass"} annotation(source = "1:23:12", origin = "equation");
  riEq[2,2] = {y, shared[3], "ass"} annotation(source = "1:22:12", origin = "equation");
  riEq[3,3] = {count, pre(count) + k, "inst"} annotation(source = "1:28:5", origin = "when-equation");
  riEq[4,4] = {der(x), -x*y, "ass"} annotation(source = "1:26:3", origin = "equation");
  riJac[1] = {{1, 1}};
  riJac[2] = {{2, 1}};
  riJac[4] = {{4, 1}};
  z = {{x - (0.3 + 0.5*z), {2}, x > 0.3 + 0.5*z}};
  zeroCrossings[1] = zeroCrossing(known = {entry(by = x, value = 1.0, kind = "constant"), entry(by = z, value = -0.5, kind = "constant")}, source = "1:22:12");
  w = {{sample(0.1, 0.25), {3}}};
  samplings[1] = sampling(call = sample(0.1, 0.25), start = 0.1, interval = 0.25);
  dependencies = dependencies(derivatives = {dependency(unknown = der(x), terms = {term(on = x)}, parameters = {term(on = k)})}, crossings = {dependency(unknown = x > 0.3 + 0.5*z, terms = {term(on = x)}, parameters = {term(on = k)})}, initialUnknowns = {dependency(unknown = der(x), terms = {term(on = x), term(on = k)})}, stateColours = {0});
  annotation(__moo(version = "0.5.0", requires = {"arrays", "functions", "samples"}, files = {"Features.mo"}));
end Features;
