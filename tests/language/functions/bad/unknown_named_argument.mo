// expect: 10: WrongArguments: `M.f` has no input `c`
model M
  function f
    input Real a;
    input Real b = 1;
    output Real y;
  algorithm
    y := a + b;
  end f;
  Real y = f(time, c = 2);
end M;
