function linear
  input Real u;
  output Real y = u;
end linear;
function square
  input Real u;
  output Real y = u * u;
end square;
model User
  replaceable function f = linear;
  Real x = f(time);
end User;
model RedeclareFunction
  User user(redeclare function f = square);
end RedeclareFunction;
