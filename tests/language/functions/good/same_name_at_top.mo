// A function of the model and one at the top are two functions.
function f
  input Real u;
  output Real y;
algorithm
  y := 2*u;
end f;
model M
  function f
    input Real u;
    output Real y;
  algorithm
    y := 3*u;
  end f;
  Real x = f(time);
  Real y = .f(time);
end M;
