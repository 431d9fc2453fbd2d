model Half
  function half
    input Real x;
    output Real y;
  external "C" y = half(x)
    annotation(Include = "static double half(double x) { return x / 2; }");
  end half;
  Real x = half(time);
end Half;
