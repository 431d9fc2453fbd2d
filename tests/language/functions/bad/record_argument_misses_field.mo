// expect: 17: TypeMismatch: input `b` of `M.f` has type M.B, but `a` has type M.A
model M
  record A
    Real x;
  end A;
  record B
    Real x;
    Real y;
  end B;
  function f
    input B b;
    output Real z;
  algorithm
    z := b.x;
  end f;
  A a(x = time);
  Real z = f(a);
end M;
