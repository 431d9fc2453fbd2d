model Base
  parameter Real p = 1;
  Real x = p;
end Base;
model ProtectedExtends
  Real y = x;
protected
  extends Base;
end ProtectedExtends;
