function parts
  input Real x;
  output Real twice;
  output Real square;
algorithm
  twice := 2*x;
  square := x*x;
end parts;
model OneCall "a block whose targets are the results of one call, and one without a Jacobian"
  Real s(start = 1, fixed = true);
  Real a;
  Real b;
  Real c(start = 1);
equation
  iEq[1,1] = {s, 1, "ass"} annotation(overridable = true, origin = "fixedStart");
  iEq[2,2] = {a, (parts(s))._1, "ass"};
  iEq[2,3] = {b, (parts(s))._2, "ass"};
  iEq[3,4] = {c, c + exp(c) - a - 3, "res"};
  iEq[4,5] = {der(s), b - a + c, "ass"};
  iBlock[2] = {"algorithm"};
  iBlock[3] = {"nonlinear", "noJacobian"};
  Eq[1,1] = {a, (parts(s))._1, "ass"};
  Eq[1,2] = {b, (parts(s))._2, "ass"};
  Eq[2,3] = {c, c + exp(c) - a - 3, "res"};
  Eq[3,4] = {der(s), b - a + c, "ass"};
  Block[1] = {"algorithm"};
  Block[2] = {"nonlinear", "noJacobian"};
  riEq[1,1] = {a, (parts(s))._1, "ass"};
  riEq[1,2] = {b, (parts(s))._2, "ass"};
  riEq[2,3] = {c, c + exp(c) - a - 3, "res"};
  riEq[3,4] = {der(s), b - a + c, "ass"};
  riBlock[1] = {"algorithm"};
  riBlock[2] = {"nonlinear", "noJacobian"};
  annotation(__moo(version = "1.0.0", requires = {"functions", "algorithms"}), experiment(StopTime = 1.0));
end OneCall;
