// What makes an expression change at events only.
model DiscreteTime
  function f
    input Real x;
    output Integer y;
  algorithm
    y := if x > 1 then 1 else 2;
    annotation(GenerateEvents = true);
  end f;
  parameter Boolean p = true;
  Real x = time;
  Boolean a = x > 1 and p;
  Integer b = integer(x) + (if a then 1 else 0);
  Integer c = f(x);
  Integer d = div(5, b + 100);
  Boolean e = pre(a) or edge(a) or change(b);
  Boolean g = sample(0, 1) or initial();
  Boolean h = noEvent(a and p);
  Boolean k = delay(b, 0.1) > 2;
  Integer s = size({x, x}, 1);
  Real z = if noEvent(x > 1) then 1 else 2;
end DiscreteTime;
