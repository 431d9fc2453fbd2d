// expect: 12: TypeMismatch: the left side of this equation has type M.A, the right side M.B
model M
  record A
    Real x;
  end A;
  record B
    Real y;
  end B;
  A a;
  B b(y = time);
equation
  a = b;
end M;
