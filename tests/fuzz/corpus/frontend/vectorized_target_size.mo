// expect: 14: TypeMismatch: the function is applied element by element, but a variable of type Real[2] cannot take the results as its elements
model M
  function f
    input Real u;
    output Real a;
    output Real b;
  algorithm
    a := u;
    b := u;
  end f;
  Real s[2];
  Real c[3];
equation
  (s, c) = f({time, 1, 2});
end M;
