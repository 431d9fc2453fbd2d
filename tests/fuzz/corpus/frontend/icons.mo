model Seed
  connector In = input Real annotation(Icon(graphics = {Line(points = {{-100, 0}, {100, 0}}, arrow = {Arrow.None, Arrow.Half})}));
  connector Bus
    input Real u;
    annotation(Icon(coordinateSystem(extent = {{0, 0}, {1, 1}}), graphics = {Ellipse(extent = {{0, 0}, {1, 1}}, startAngle = 30)}));
  end Bus;
  parameter Real k(unit = "s") = 2;
  In u annotation(Placement(iconVisible = k > 1, transformation(extent = {{-120, -10}, {-100, 10}}, rotation = 90, origin = {1, 2})));
  Bus bus[2] "two" annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  output Real y = k*u + bus[1].u + bus[2].u;
  annotation(Icon(coordinateSystem(extent = {{-50, -50}, {50, 50}}, initialScale = 0.2), graphics = {
    Text(extent = {{-100, -100}, {100, 100}}, textString = "%name %{k} %k%%", textStyle = {TextStyle.Bold}),
    Rectangle(extent = [0, 0; 1, 1], fillPattern = if k > 1 then FillPattern.Cross else FillPattern.None, radius = k),
    Polygon(points = DynamicSelect({{0, 0}, {1, k}}, {{time, 0}}), smooth = Smooth.Bezier, lineColor = {1, 2, 3}),
    Bitmap(extent = {{0, 0}, {1, 1}}, imageSource = "AAAA")}));
end Seed;
