model Room "a room with a heater that a thermostat switches"
  connector In = input Real "a signal into the model" annotation(
    Icon(graphics = {Polygon(points = {{-100, 100}, {100, 0}, {-100, -100}}, lineColor = {0, 0, 127},
                             fillColor = {0, 0, 127}, fillPattern = FillPattern.Solid)}));
  connector Out = output Real "a signal out of the model" annotation(
    Icon(graphics = {Polygon(points = {{-100, 100}, {100, 0}, {-100, -100}}, lineColor = {0, 0, 127},
                             fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid)}));
  parameter Real C(unit = "J/K") = 2e6 "heat capacity of the room";
  parameter Real G(unit = "W/K") = 100 "through the walls";
  parameter Real P(unit = "W", displayUnit = "kW") = 3000 "of the heater";
  In outside(unit = "K", displayUnit = "degC", start = 273.15) "temperature outside"
    annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
  In wish(unit = "K", displayUnit = "degC", start = 293.15) "temperature that somebody wants"
    annotation(Placement(transformation(extent = {{-20, -20}, {20, 20}}, rotation = 90, origin = {0, -120})));
  Out T(unit = "K", displayUnit = "degC", start = 288.15, fixed = true) "temperature inside"
    annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  discrete Boolean heats(start = true, fixed = true);
equation
  C*der(T) = G*(outside - T) + (if heats then P else 0);
  when {T < wish - 1, T > wish + 1} then
    heats = T < wish;
  end when;
  annotation(
    experiment(StopTime = 20000),
    Icon(graphics = {
      Rectangle(extent = {{-100, -100}, {100, 100}}, lineColor = {0, 0, 127}, fillColor = {255, 255, 255},
                fillPattern = FillPattern.Solid),
      Polygon(points = {{-90, 20}, {0, 90}, {90, 20}}, lineColor = {120, 60, 20}, fillColor = {190, 110, 70},
              fillPattern = FillPattern.Solid),
      Rectangle(extent = {{-75, -85}, {75, 20}}, lineColor = {120, 60, 20}, fillColor = {255, 240, 215},
                fillPattern = FillPattern.Solid),
      Rectangle(extent = {{-60, -75}, {0, -30}}, radius = 5, lineColor = {140, 140, 140}, fillColor = {235, 235, 235},
                fillPattern = FillPattern.VerticalCylinder),
      Line(points = {{-50, -20}, {-58, -10}, {-42, 0}, {-50, 10}}, color = {220, 60, 20}, smooth = Smooth.Bezier),
      Line(points = {{-30, -20}, {-38, -10}, {-22, 0}, {-30, 10}}, color = {220, 60, 20}, smooth = Smooth.Bezier),
      Line(points = {{-10, -20}, {-18, -10}, {-2, 0}, {-10, 10}}, color = {220, 60, 20}, smooth = Smooth.Bezier),
      Rectangle(extent = {{32, -50}, {48, 10}}, radius = 8, fillColor = {255, 255, 255},
                fillPattern = FillPattern.Solid),
      Rectangle(extent = {{37, -50}, {43, -10}}, pattern = LinePattern.None, fillColor = {200, 0, 0},
                fillPattern = FillPattern.Solid),
      Ellipse(extent = {{26, -75}, {54, -47}}, lineColor = {130, 0, 0}, fillColor = {255, 60, 60},
              fillPattern = FillPattern.Sphere),
      Text(extent = {{-150, 150}, {150, 110}}, textString = "%name", textColor = {0, 0, 255}),
      Text(extent = {{-60, -60}, {0, -45}}, textString = "%P")}));
end Room;
