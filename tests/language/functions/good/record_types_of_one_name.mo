// Two types of one name are told apart by a number.
model RecordTypesOfOneName
  record Base
    Real p;
  end Base;
  record More
    extends Base;
    Real q;
  end More;
  record R
    replaceable record T = Base;
    T x;
    Real w;
  end R;
  record R2 = R(redeclare record T = More);
  function f
    input R r;
    output Real y;
  algorithm
    y := r.x.p*r.w;
  end f;
  function g
    input R2 r;
    output Real y;
  algorithm
    y := r.x.q*r.w;
  end g;
  R a(x(p = time), w = 1);
  R2 b(x(p = 1, q = time), w = 2);
  Real y = f(a) + g(b);
end RecordTypesOfOneName;
