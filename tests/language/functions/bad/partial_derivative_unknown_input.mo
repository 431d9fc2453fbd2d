// expect: 9: WrongArguments: `M.f` has no input named `z` by which its derivative could be taken
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
