// expect: 7: UnknownName: `N` redeclares nothing: no base class has such an element
model Base
  replaceable model M end M;
end Base;
model ClassExtendsNothing
  extends Base;
  redeclare model extends N
    Real y = 1;
  end N;
  N n;
end ClassExtendsNothing;
