// expect: 10: TypeMismatch: input `a` of `M.f` has type Real, but `"one"` has type String
model M
  function f
    input Real a;
    input Real b = 1;
    output Real y;
  algorithm
    y := a + b;
  end f;
  Real y = f("one");
end M;
