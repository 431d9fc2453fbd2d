// expect: 14: TypeMismatch: a result of type String cannot be assigned to a variable of type Real
model M
  function f
    input Real u;
    output Real a;
    output String b;
  algorithm
    a := u;
    b := "x";
  end f;
  Real x;
  Real y;
equation
  (x, y) = f(time);
end M;
