model Pictures "icons and connectors of all kinds, with texts that mean harm"
  connector In = input Real annotation(Icon(graphics = {Polygon(points = {{-100, 100}, {100, 0}, {-100, -100}},
    lineColor = {0, 0, 127}, fillColor = {0, 0, 127}, fillPattern = FillPattern.Solid)}));
  connector Out = output Real annotation(Icon(graphics = {Line(points = {{-100, 100}, {100, 0}, {-100, -100}})}));
  connector Icon = output Real annotation(Icon(graphics = {Ellipse(extent = {{-100, -100}, {100, 100}})}));
  connector '../../<b>"' = input Real annotation(Icon(graphics = {Ellipse(extent = {{-90, -90}, {90, 90}})}));
  connector Pin
    Real v;
    flow Real i;
    annotation(Icon(graphics = {Rectangle(extent = {{-100, -100}, {100, 100}}, fillColor = {0, 0, 255},
      fillPattern = FillPattern.Solid)}));
  end Pin;
  connector Drive "two signals and what belongs to them"
    input Real command;
    output Real speed[2];
    parameter Real limit = 3;
    Signals signals;
  end Drive;
  connector Signals
    input Real on;
  end Signals;
  expandable connector Bus
    output Real speed;
    input Real wish;
  end Bus;

  In u "a signal" annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
  In below annotation(Placement(transformation(extent = {{-20, -20}, {20, 20}}, rotation = 90, origin = {0, -120})));
  In many[3] annotation(Placement(transformation(extent = {{-140, 60}, {-100, 100}})));
  Out y annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  Icon odd annotation(Placement(transformation(extent = {{100, 30}, {120, 50}})));
  '../../<b>"' 'a.b "<i>' annotation(Placement(transformation(extent = {{100, 60}, {120, 80}})));
  Pin pin annotation(Placement(transformation(extent = {{90, -90}, {110, -70}})));
  Drive drive[2];
  Bus bus;
  Out inner_speed;
equation
  y = u + below + sum(many) + 'a.b "<i>' + drive[1].command + drive[2].command;
  odd = y;
  inner_speed = time;
  pin.v = 1;
  connect(inner_speed, bus.speed);
  for i in 1:2 loop
    drive[i].speed = {time, drive[i].signals.on}*drive[i].limit;
  end for;
  annotation(Icon(graphics = {
    Rectangle(extent = {{-100, -100}, {100, 100}}, radius = 10, fillColor = {255, 255, 255}, lineColor = {0, 0, 127},
      fillPattern = FillPattern.Solid),
    Text(extent = {{-100, 140}, {100, 110}}, textString = "%name"),
    Text(extent = {{-90, 90}, {90, 50}}, textString = "</text><script>alert(1)</script>"),
    Text(extent = {{-90, 40}, {90, 10}}, textString = "\" onload=\"alert(1)", fontName = "\" onload=\"alert(1)"),
    Text(extent = {{-90, 0}, {90, -30}}, textString = "]]>&lt;!-- \a\b ä€😀"),
    Line(points = {{x, 80*sin(x)} for x in -3:3}, smooth = Smooth.Bezier),
    Ellipse(extent = {{-90, -90}, {-50, -50}}, fillPattern = FillPattern.Sphere, fillColor = {255, 255, 255}),
    Rectangle(extent = {{-40, -90}, {0, -50}}, fillPattern = FillPattern.CrossDiag, fillColor = {255, 255, 200}),
    Bitmap(extent = {{10, -90}, {50, -50}}, imageSource =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="),
    Bitmap(extent = {{60, -90}, {90, -50}}, imageSource = "PHN2Zz48c2NyaXB0Lz48L3N2Zz4=")}));
end Pictures;
