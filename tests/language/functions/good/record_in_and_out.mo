// Records as arguments and results; the record is declared before the function.
model M
  record P "a point"
    Real x "to the right";
    Real y;
  end P;
  function mirror
    input P a;
    output P b;
  algorithm
    b.x := -a.x;
    b.y := a.y;
  end mirror;
  P p(x = time, y = 1);
  P q = mirror(p);
end M;
