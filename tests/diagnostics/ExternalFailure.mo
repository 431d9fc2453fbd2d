model ExternalFailure
  function half
    input Integer n;
    output Integer y;
  external "C" y = half(n)
    annotation(Include = "static int half(int n) { return m / 2; }");
  end half;
  function refuse
    input Integer n;
    output Integer y;
  external "C" y = refuse(n)
    annotation(Include = "#include \"ModelicaUtilities.h\"
static int refuse(int n) { ModelicaFormatError(\"%d is too much\", n); return n; }");
  end refuse;
  parameter Integer n = refuse(7);
  Real x[half(4)] = {time, time};
  Real y[n];
end ExternalFailure;
