model RecordInputRedeclared
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
  end R;
  function g
    input R r(redeclare record T = More);
    output Real y;
  algorithm
    y := r.x.p + r.x.q;
  end g;
  R b(redeclare record T = More, x(p = 1, q = time));
  Real y = g(b);
end RecordInputRedeclared;
