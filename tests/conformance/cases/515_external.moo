function 'External.square_plus'
  input Real a;
  input Real x;
  output Real y;
external "C" y = conformance_square_plus(a, x) annotation(Include = "static double conformance_square_plus(double a, double x) { return a*x*x + x; }");
end 'External.square_plus';
model External
  Real y;
equation
  iEq[1,1] = {y, 'External.square_plus'(3, 1 + time), "ass"};
  iJac[1] = {{1, 1}};
  Eq[1,1] = {y, 'External.square_plus'(3, 1 + time), "ass"};
  Block[1] = {"assign", "outputs"};
  Jac[1] = {{1, 1}};
  riEq[1,1] = {y, 'External.square_plus'(3, 1 + time), "ass"};
  riJac[1] = {{1, 1}};
  annotation(__moo(version = "1.0.0", requires = {"external"}));
end External;
