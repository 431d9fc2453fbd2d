model Seed
  parameter Real k(unit = "s") = 2 annotation(source = "1:7:18");
  input Real u annotation(connectorRole = "potential", source = "1:8:6");
  input Real 'bus[1].u' annotation(instance = "bus[1]", connectorRole = "potential", source = "1:4:16");
  input Real 'bus[2].u' annotation(instance = "bus[2]", connectorRole = "potential", source = "1:4:16");
  output Real y annotation(source = "1:10:15");
equation
  p = {k};
  iEq[1,1] = {y, k*u + 'bus[1].u' + 'bus[2].u', "ass"} annotation(source = "1:10:19", origin = "equation");
  iJac[1] = {{1, 1}};
  Eq[1,1] = {y, k*u + 'bus[1].u' + 'bus[2].u', "ass"} annotation(source = "1:10:19", origin = "equation");
  Block[1] = {"assign", "outputs"};
  Jac[1] = {{1, 1}};
  Known[1] = {{u, -k, "constant"}, {'bus[1].u', -1.0}, {'bus[2].u', -1.0}};
  riEq[1,1] = {y, k*u + 'bus[1].u' + 'bus[2].u', "ass"} annotation(source = "1:10:19", origin = "equation");
  riJac[1] = {{1, 1}};
  dependencies = dependencies(outputs = {dependency(unknown = y, terms = {term(on = u, kind = "tunable"), term(on = 'bus[1].u', kind = "constant"), term(on = 'bus[2].u', kind = "constant")})});
  icon = icon(extent = {-50.0, -50.0, 50.0, 50.0}, scale = 0.2, shapes = {shape(kind = "text", points = {-100.0, -100.0, 100.0, 100.0}, text = "Seed 2 s 2 s%", bold = true), shape(kind = "rectangle", points = {0.0, 0.0, 1.0, 1.0}, fillPattern = "cross", radius = 2.0), shape(kind = "polygon", points = {0.0, 0.0, 1.0, 2.0}, lineColor = {1, 2, 3}, smooth = true), shape(kind = "bitmap", points = {0.0, 0.0, 1.0, 1.0}, image = "AAAA")});
  connectors[1] = outsideConnector(name = "u", className = "Seed.In", extent = {-120.0, -10.0, -100.0, 10.0}, rotation = 90.0, origin = {1.0, 2.0}, icon = icon(shapes = {shape(kind = "line", points = {-100.0, 0.0, 100.0, 0.0}, endArrow = "half")}));
  connectors[2] = outsideConnector(name = "bus", className = "Seed.Bus", description = "two", extent = {100.0, -10.0, 120.0, 10.0}, icon = icon(extent = {0.0, 0.0, 1.0, 1.0}, shapes = {shape(kind = "ellipse", points = {0.0, 0.0, 1.0, 1.0}, startAngle = 30.0, closure = "radial")}));
  annotation(__moo(version = "0.4.0", requires = {"inputs"}, files = {"Seed.mo"}));
end Seed;
