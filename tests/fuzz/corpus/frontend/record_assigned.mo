// A record that is the result of a call is assigned field by field.
model M
  record R
    Real a;
    Real b[2];
  end R;
  function f
    input Real u;
    output R r;
  algorithm
    r.a := u;
    r.b := {u, 2*u};
  end f;
  R r;
algorithm
  r := f(time);
end M;
