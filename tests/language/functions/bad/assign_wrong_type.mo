// expect: 7: TypeMismatch: a value of type Real cannot be assigned to a variable of type Integer
model M
  function f
    input Real u;
    output Integer y;
  algorithm
    y := u;
  end f;
  Real y = f(time);
end M;
