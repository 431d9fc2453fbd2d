// expect: 7: WrongArguments: `initial` cannot be used in the function `M.f`
model M
  function f
    input Real u;
    output Real y;
  algorithm
    y := if initial() then u else 2;
  end f;
  Real y = f(time);
end M;
