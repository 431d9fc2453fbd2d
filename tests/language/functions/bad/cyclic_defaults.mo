// expect: 10: WrongArguments: the defaults of the inputs of `M.f` depend on each other
model M
  function f
    input Real a = b;
    input Real b = a;
    output Real y;
  algorithm
    y := a;
  end f;
  Real y = f();
end M;
