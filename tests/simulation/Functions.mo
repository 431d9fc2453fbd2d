model Functions
  "Functions with all statements; each variable has a closed form"
  type Gear = enumeration(first, second, third);
  record Point
    Real x;
    Real y;
    Real weights[2];
  end Point;

  function polynomial
    input Real x;
    input Real c[:];
    output Real y;
  algorithm
    y := 0;
    for i in size(c, 1):-1:1 loop
      y := y*x + c[i];
    end for;
  end polynomial;

  function factorial
    input Integer n;
    output Integer y;
  algorithm
    y := if n <= 1 then 1 else n*factorial(n - 1);
  end factorial;

  function circle "several results, records in and out"
    input Real angle;
    input Point centre;
    output Point p;
    output Real distance;
  algorithm
    p := Point(centre.x + cos(angle), centre.y + sin(angle), centre.weights + {1, 2});
    distance := sqrt((p.x - centre.x)^2 + (p.y - centre.y)^2);
  end circle;

  function bisect "while, break and return"
    input Real target;
    output Real x;
  protected
    Real low = 0;
    Real high = 10;
  algorithm
    x := 5;
    if target <= 0 then
      x := 0;
      return;
    end if;
    while true loop
      x := (low + high)/2;
      if high - low < 1e-12 then
        break;
      end if;
      if x^2 < target then
        low := x;
      else
        high := x;
      end if;
    end while;
  end bisect;

  function ratio
    input Gear gear;
    output Real r;
  protected
    constant Real ratios[Gear] = {3.5, 2.0, 1.25};
  algorithm
    r := ratios[gear];
  end ratio;

  function reversed
    input Real v[:];
    output Real w[size(v, 1)];
  algorithm
    w := v[end:-1:1];
    w[1:2] := w[{2, 1}];
  end reversed;

  function label
    input Real value;
    input Gear gear;
    input Boolean flag;
    output String text;
  algorithm
    text := String(value, significantDigits = 3) + "/" + String(gear) + "/" + String(flag);
  end label;

  function count "of the characters of a text, over an assertion that holds"
    input String text;
    output Integer n;
  algorithm
    assert(text <> "", "the text is empty");
    n := if text == "2.5/second/true" then 15 elseif text < "b" then 1 else 0;
  end count;

  parameter Gear gear = Gear.second;
  parameter String name = label(2.5, gear, true);
  parameter Integer length = count(name);
  parameter Integer f = factorial(6);
  Real p = polynomial(time, {1, 2, 3}) "1 + 2t + 3t^2";
  Point q;
  Real d "1";
  Real root = bisect(1 + time) "sqrt(1 + t)";
  Real r = ratio(gear) "2";
  Real w[3] = reversed({time, 2*time, 3*time}) "2t, 3t, t";
  parameter Integer k = 3;
  Real list[3] = {time, 10*time, 100*time};
  Real picked = list[k] "100t";
  Real total = sum(i*time for i in 1:4) "10t";
  Integer split = div(7, 2) + mod(-7, 3) + rem(-7, 3) "3 + 2 - 1";
  Real x(start = 1, fixed = true) "exp(-2t)";
equation
  (q, d) = circle(time, Point(1, 2, {time, 0}));
  der(x) = -ratio(gear)*x;
  assert(x > -1, "x is " + String(x), AssertionLevel.error);
  annotation(experiment(StopTime = 1));
end Functions;
