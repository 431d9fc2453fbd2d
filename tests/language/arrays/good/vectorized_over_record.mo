model VectorizedOverRecord
  record R
    Real a;
    Real b;
  end R;
  function f
    input R r;
    input Real k;
    output Real y;
  algorithm
    y := k*(r.a + r.b);
  end f;
  R r[2] = {R(time, 1), R(2, time)};
  Real y[2] = f(r, {3, 4});
  Real z[2] = f(r, 7);
end VectorizedOverRecord;
