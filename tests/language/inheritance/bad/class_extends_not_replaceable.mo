// expect: 9: NotReplaceable: `M` is redeclared, but it is not replaceable
model Base
  model M
    Real x = 1;
  end M;
end Base;
model ClassExtendsNotReplaceable
  extends Base;
  redeclare model extends M
    Real y = 1;
  end M;
  M m;
end ClassExtendsNotReplaceable;
