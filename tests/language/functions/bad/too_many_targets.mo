// expect: 13: WrongArguments: 2 variables for the 1 results of the call
model M
  function f
    input Real a;
    input Real b = 1;
    output Real y;
  algorithm
    y := a + b;
  end f;
  Real x;
  Real y;
equation
  (x, y) = f(time);
end M;
