package Icons "what becomes of the graphical annotations of a model and its connectors"
  connector Pin "a connector by itself"
    Real v;
    flow Real i;
    annotation(Icon(graphics = {Rectangle(extent = {{-100, -100}, {100, 100}}, lineColor = {0, 0, 255})}));
  end Pin;

  connector In = input Real "a short class"
    annotation(Icon(graphics = {Polygon(points = {{-100, 100}, {100, 0}, {-100, -100}}),
                                Text(extent = {{-100, 100}, {100, -100}}, textString = "%name")}));
  connector RedIn = In "another name for it that looks different"
    annotation(Icon(graphics = {Ellipse(extent = {{-50, -50}, {50, 50}}, lineColor = {255, 0, 0})}));
  connector BareIn = input In annotation(IconMap(primitivesVisible = false),
    Icon(graphics = {Line(points = {{0, 0}, {1, 1}})}));
  connector SmallIn = input In annotation(IconMap(extent = {{0, 0}, {100, 100}}),
    Icon(coordinateSystem(extent = {{0, 0}, {200, 200}}), graphics = {Line(points = {{0, 0}, {200, 200}})}));
  connector Out = output Real annotation(Icon(graphics = {Line(points = {{-100, 0}, {100, 0}})}));

  connector Group "a connector with another one inside"
    input Real command;
    Core core;
  end Group;
  connector Core
    output Real speed;
  end Core;

  partial model Frame
    In left "of the base class" annotation(Placement(transformation(extent = {{-120, -10}, {-100, 10}})));
    annotation(Icon(coordinateSystem(extent = {{-200, -100}, {200, 100}}, initialScale = 0.2, preserveAspectRatio = false),
      graphics = {Rectangle(extent = {{-200, -100}, {200, 100}}, radius = 5, fillColor = {255, 255, 255},
                            fillPattern = FillPattern.Solid)}));
  end Frame;
  partial model Stamp
    In stamped annotation(Placement(transformation(extent = {{-100, -100}, {100, 100}})));
    annotation(Icon(graphics = {Text(extent = {{-100, -100}, {100, 100}}, textString = "STAMP", origin = {100, 0})}));
  end Stamp;
  partial model Hidden
    annotation(Icon(coordinateSystem(extent = {{0, 0}, {1, 1}}), graphics = {Line(points = {{0, 0}, {1, 1}})}));
  end Hidden;

  model Shown "inherits its frame"
    extends Frame;
    extends Stamp annotation(IconMap(extent = {{0, 0}, {50, 50}}));
    extends Hidden annotation(IconMap(primitivesVisible = false));
    type Gear = enumeration(low, high);
    parameter Real k(unit = "s", displayUnit = "ms") = 0.25;
    parameter Integer n = 2;
    parameter Gear gear = Gear.high;
    parameter Boolean isShown = n > 1;
    parameter Real r[3] = {1, 2, 3};
    parameter Real unknown;
    Part part(p = 7);
    RedIn red annotation(Placement(transformation(extent = {{-10, -10}, {10, 10}}),
      iconTransformation(extent = {{-20, -20}, {20, 20}}, rotation = 90, origin = {0, -120})));
    BareIn bare annotation(Placement(iconVisible = isShown, transformation(extent = {{0, 0}, {10, 10}})));
    In hidden annotation(Placement(visible = false, transformation(extent = {{0, 0}, {10, 10}})));
    In absent if n > 2 annotation(Placement(transformation(extent = {{0, 0}, {10, 10}})));
    SmallIn small annotation(Placement(transformation(extent = {{0, 0}, {10, 10}})));
    In unplaced "without a place";
    In many[2] annotation(Placement(transformation(extent = {{20, -10}, {10, 10}})));
    Pin pin annotation(Placement(transformation(extent = {{190, -10}, {210, 10}})));
    Out y annotation(Placement(transformation(extent = {{200, 40}, {220, 60}})));
    Group group;
  protected
    In inside = 1 annotation(Placement(transformation(extent = {{0, 0}, {10, 10}})));
  equation
    y = left + stamped + red + bare + hidden + small + unplaced + sum(many) + group.command + part.p + k + unknown;
    group.core.speed = time;
    pin.v = 1;
    annotation(
      Icon(graphics = {
        Line(points = DynamicSelect({{0, 0}, {n, 2*n}}, {{0, 0}, {time, 1}}), color = {0, 128, 255}, thickness = 0.5,
             pattern = LinePattern.DashDot, arrow = {Arrow.None, Arrow.Filled}, arrowSize = 2, smooth = Smooth.Bezier),
        Ellipse(extent = [-10, -10; 10, 10], startAngle = 0, endAngle = 180, closure = EllipseClosure.Chord,
                fillPattern = if isShown then FillPattern.Sphere else FillPattern.None),
        Rectangle(extent = {{0, 0}, {1, 1}}, visible = not isShown),
        Rectangle(extent = {{0, 0}, {1, 1}}, borderPattern = BorderPattern.Raised, pattern = LinePattern.None),
        Text(extent = {{-200, 140}, {200, 110}}, textColor = {0, 0, 255}, textString = "%name %class 100%%",
             textStyle = {TextStyle.Bold}, horizontalAlignment = TextAlignment.Left, fontName = "serif", fontSize = 9),
        Text(extent = {{0, 0}, {1, 0}}, textString = "%k, %n, %gear, %r, %{part.p}kg, %unknown, %nothing, %"),
        Text(extent = {{0, 0}, {1, 0}}, textString = "a" + String(n)),
        Bitmap(extent = {{0, 0}, {1, 1}}, imageSource = "iVBORw0KGgo=")}),
      Diagram(graphics = {Line(points = {{0, 0}, {100, 100}})}),
      experiment(StopTime = 1));
  end Shown;
  model Part
    parameter Real p;
  end Part;

  model Plain "has neither icon nor connectors"
    Real x = time;
    annotation(Icon(coordinateSystem(extent = {{-1, -1}, {1, 1}})));
  end Plain;
end Icons;
