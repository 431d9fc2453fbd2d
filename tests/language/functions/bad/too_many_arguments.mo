// expect: 10: WrongArguments: `M.f` takes 2 arguments, not 3
model M
  function f
    input Real a;
    input Real b = 1;
    output Real y;
  algorithm
    y := a + b;
  end f;
  Real y = f(time, 1, 2);
end M;
