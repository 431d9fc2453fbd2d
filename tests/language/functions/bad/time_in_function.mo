// expect: 7: WrongArguments: `time` cannot be used in the function `M.f`
model M
  function f
    input Real u;
    output Real y;
  algorithm
    y := u*time;
  end f;
  Real y = f(2);
end M;
