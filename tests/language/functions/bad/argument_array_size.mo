// expect: 10: TypeMismatch: input `b` of `M.f` has size 2 in dimension 1 of this call, but `{1, 2, 3}` has type Integer[3]
model M
  function f
    input Real a[:];
    input Real b[size(a, 1)];
    output Real y;
  algorithm
    y := a*b;
  end f;
  Real y = f({time, 1}, {1, 2, 3});
end M;
