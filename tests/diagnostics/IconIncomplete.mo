model IconIncomplete
  Real x = time;
  annotation(Icon(
    coordinateSystem(extent = {{100, 100}, {-100, -100}}),
    graphics = {
      Line(points = {{0, 0}, {1e300, 0}}),
      Rectangle(extent = {{0, 0}}),
      Circle(radius = 1),
      Ellipse(extent = {{0, 0}, {1, 1}}, lineColor = {0, 300, 0}),
      Bitmap(extent = {{0, 0}, {1, 1}}, fileName = "modelica://Nowhere/a.png"),
      Line(points = {{0, 0}, {time, 0}}),
      Text(extent = {{0, 0}, {1, 1}}, textString = "this one stays")}));
end IconIncomplete;
