// Annotations that later stages need are carried (section 12.7).
model M
  function f
    input Real u;
    output Real y;
  algorithm
    y := abs(u);
    annotation(Inline = true, GenerateEvents = true, smoothOrder = 1);
  end f;
  Real x = f(time);
end M;
