// expect: 9: WrongArguments: `M.f` has no input named `z` with respect to which it could be differentiated
model M
  function f
    input Real x;
    output Real y;
  algorithm
    y := x^2;
  end f;
  function g = der(f, z);
  Real y = g(time);
end M;
