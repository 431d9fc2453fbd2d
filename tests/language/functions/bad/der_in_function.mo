// expect: 7: WrongArguments: `der` cannot be used in the function `M.f`
model M
  function f
    input Real u;
    output Real y;
  algorithm
    y := der(u);
  end f;
  Real y = f(time);
end M;
