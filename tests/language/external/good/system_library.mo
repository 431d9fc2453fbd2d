// arguments: --allow-external
// Libraries of the system, and functions that every program has (section 12.9.4).
model M
  function root
    input Real x;
    output Real y;
  external "C" y = cbrt(x) annotation(Library = "m");
  end root;
  function magnitude
    input Integer n;
    output Integer y;
  external "C" y = abs(n);
  end magnitude;
  Real x[integer(root(27) + 0.5)];
  Real y[magnitude(-2)];
equation
  x = fill(time, 3);
  y = fill(time, 2);
end M;
