// expect: 11: WrongArguments: 2 variables for the 1 results of the call
model TooManyResults
  function f
    input Real u;
    output Real a = u;
  algorithm
  end f;
  Real x;
  Real y;
equation
  (x, y) = f(time);
end TooManyResults;
