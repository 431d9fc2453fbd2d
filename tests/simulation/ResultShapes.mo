// Results of functions whose sizes the declaration leaves open (Modelica 3.6, section 12.4.5), literal arrays of which
// a range selects a part (10.5), a size that a later input gives (12.2), and a final value with its own `fixed` (7.2.6).
model ResultShapes
  record Curve
    parameter Real y[:];
    parameter Real eta[:];
  end Curve;
  record Point
    Real p;
    Real T;
  end Point;
  function curve
    input Real top;
    output Curve result(y = {0, 0.5, 1}, eta = zeros(n));
  protected
    constant Integer n = last + 1;
    constant Integer last = 2;
  algorithm
    for i in 1:n loop
      result.eta[i] := top*result.y[i];
    end for;
  end curve;
  function scaled
    input Curve given;
    input Real by;
    output Curve result;
  algorithm
    result := Curve(by*given.y, by*given.eta);
  end scaled;
  function doubled
    input Real x[:];
    output Real y[:];
  algorithm
    y := cat(1, x, x);
  end doubled;
  function both
    input Real x[:];
    output Real first[size(x, 1)];
    output Real twice[:];
  algorithm
    first := 3*x;
    twice := doubled(x);
  end both;
  function weighted
    input Real x[n];
    input Integer n;
    output Real y;
  algorithm
    y := n*sum(x);
  end weighted;
  function point
    input Real p;
    input Real X[:];
    output Point result;
  algorithm
    result := Point(p + sum(X), size(X, 1));
  end point;
  function first_of
    input Real x[:];
    input Integer n;
    output Real y;
  algorithm
    y := sum(x[1:n]);
    annotation(Inline = true);
  end first_of;
  model Part
    parameter Real P = 3;
    Real x = P*time;
  end Part;
  model FixedPart
    extends Part(final P(fixed = true) = 5);
  end FixedPart;

  parameter Real top = 4;
  parameter Curve c = curve(top);
  parameter Curve d = scaled(c, 2);
  parameter Point none = point(3e5, ({1.0, 2.0})[1:0]);
  parameter Point one = point(3e5, ({1.0, 2.0})[2:2]);
  parameter Real squares = sum(doubled({i^2 for i in 1:3}));
  FixedPart part;
  Real a[2];
  Real b[4];
  Real w = weighted({time, 2, 3}, 3);
  Real v(start = 0, fixed = true);
  discrete Integer n(start = 1, fixed = true);
  Real part_sum = first_of({time, 1, 2}, n) "cannot be inlined: n changes";
equation
  (a, b) = both({time, 1});
  der(v) = c.eta[2] + d.eta[3];
  when time > 0.5005 then
    n = 3;
  end when;
  annotation(experiment(StopTime = 1));
end ResultShapes;
