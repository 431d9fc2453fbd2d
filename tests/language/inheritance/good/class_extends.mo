model Base
  replaceable model M
    parameter Real p = 1;
    Real x = p;
  end M;
  M m;
end Base;
model ClassExtends
  extends Base;
  redeclare model extends M(p = 4)
    Real y = 2 * x;
  end M;
end ClassExtends;
