// expect: 10: TypeMismatch: the arrays that `M.f` is applied to element by element have different sizes
model M
  function f
    input Real a;
    input Real b = 1;
    output Real y;
  algorithm
    y := a + b;
  end f;
  Real y[2] = f({1, 2}, {1, 2, 3});
end M;
