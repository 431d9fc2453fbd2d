// arguments: -L ../libraries
// Scalars of all types in and out (section 12.9.1); enumerations count from 1.
model M
  parameter Integer n = Foreign.scalars(0.5, 2, true, "four", Foreign.Level.middle);
  Real x[n];
  function take
    output Integer n;
  protected
    Real r;
    Integer i;
    Boolean b;
    String s;
    Foreign.Level e;
  algorithm
    (r, i, b, s, e) := Foreign.outputs(5);
    n := if b and s == "a literal of C" and e == Foreign.Level.high then i + integer(4 * r) else 0;
  end take;
  Real y[take()] "6 + 10";
  Real z[Integer(Foreign.levelOf(2))];
equation
  x = fill(time, n);
  y = fill(time, 16);
  z = {time, time};
end M;
