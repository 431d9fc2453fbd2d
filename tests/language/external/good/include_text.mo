// arguments: --allow-external -L ../libraries
// Include texts: a definition, a macro, a file that is included (section 12.9.4).
model M
  function half
    input Integer n;
    output Integer y;
  external "C" y = half(n) annotation(Include = "static int half(int n) { return n / 2; }");
  end half;
  function third
    input Integer n;
    output Integer y;
  external "C" y = third(n) annotation(Include = {"#define DIVIDED(x) ((x) / 3)", "#define third DIVIDED"});
  end third;
  Real x[half(9)] "4";
  Real y[third(9)] "3";
  Real z[Foreign.quarter(9)] "2";
equation
  x = fill(time, 4);
  y = fill(time, 3);
  z = fill(time, 2);
end M;
