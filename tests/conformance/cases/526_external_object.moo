class 'ExternalObjects.Line'
  extends ExternalObject;
  function constructor
    input Real slope;
    input Real offset;
    output 'ExternalObjects.Line' line;
  external "C" line = conformance_line_new(slope, offset) annotation(Include = "#include <stdlib.h>\nstatic void *conformance_line_new(double slope, double offset) {\n    double *line = (double *)malloc(2 * sizeof(double));\n    line[0] = slope;\n    line[1] = offset;\n    return line;\n}");
  end constructor;
  function destructor
    input 'ExternalObjects.Line' line;
  external "C" conformance_line_free(line) annotation(Include = "#include <stdlib.h>\nstatic void conformance_line_free(void *line) { free(line); }");
  end destructor;
end 'ExternalObjects.Line';
function 'ExternalObjects.value'
  input 'ExternalObjects.Line' line;
  input Real x;
  output Real y;
external "C" y = conformance_line_value(line, x) annotation(Include = "static double conformance_line_value(void *line, double x) { return ((double *)line)[0]*x + ((double *)line)[1]; }");
end 'ExternalObjects.value';
model ExternalObjects
  parameter 'ExternalObjects.Line' line = 'ExternalObjects.Line'(3, 4);
  Real y;
equation
  p = {line};
  iEq[1,1] = {y, 'ExternalObjects.value'(line, 1 + time), "ass"};
  iJac[1] = {{1, 1}};
  Eq[1,1] = {y, 'ExternalObjects.value'(line, 1 + time), "ass"};
  Block[1] = {"assign", "outputs"};
  Jac[1] = {{1, 1}};
  riEq[1,1] = {y, 'ExternalObjects.value'(line, 1 + time), "ass"};
  riJac[1] = {{1, 1}};
  annotation(__moo(version = "1.0.0", requires = {"external", "externalObjects"}));
end ExternalObjects;
