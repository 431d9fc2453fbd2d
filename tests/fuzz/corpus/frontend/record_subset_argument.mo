// A record with the same fields in another order may be passed (section 6.4).
model M
  record A
    Real x;
    Real y;
  end A;
  record B
    Real y;
    Real x;
  end B;
  function f
    input A a;
    output Real z;
  algorithm
    z := a.x - a.y;
  end f;
  B b(x = time, y = 1);
  Real z = f(b);
end M;
