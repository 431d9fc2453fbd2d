// arguments: -L ../libraries
// Records are given by address as structs with structs inside, and returned as values (section 12.9.1).
model M
  function stretched
    output Integer n;
  protected
    Foreign.Segment s;
  algorithm
    s := Foreign.stretch(Foreign.Segment(1, Foreign.Point(0.5, 3), Foreign.Point(1.5, 4), "name"));
    n := if s.name == "name" then s.first + s.b.n + integer(s.b.x) else 0;
  end stretched;
  Real a[stretched()] "2 + 7 + 3";
  constant Foreign.Point p = Foreign.middle({Foreign.Point(1, 1), Foreign.Point(2, 2), Foreign.Point(3, 3)});
  constant Foreign.Point q = Foreign.part(5);
  Real b[p.n] "2";
  Real c[q.n] "5";
equation
  a = fill(time, 12);
  b = fill(time, 2);
  c = fill(time, 5);
end M;
