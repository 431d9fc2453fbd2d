// expect: 10: WrongArguments: input `a` of `M.f` is not given
model M
  function f
    input Real a;
    input Real b = 1;
    output Real y;
  algorithm
    y := a + b;
  end f;
  Real y = f(b = 2);
end M;
