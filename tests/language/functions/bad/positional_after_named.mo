// expect: 10: UnexpectedToken: this argument has no name, but an argument before it has one
model M
  function f
    input Real a;
    input Real b = 1;
    output Real y;
  algorithm
    y := a + b;
  end f;
  Real y = f(a = 1, 2);
end M;
