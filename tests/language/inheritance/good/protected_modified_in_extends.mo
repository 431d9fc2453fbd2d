model Base
  Real x = p;
protected
  parameter Real p = 1;
end Base;
model ProtectedModifiedInExtends
  extends Base(p = 2);
end ProtectedModifiedInExtends;
