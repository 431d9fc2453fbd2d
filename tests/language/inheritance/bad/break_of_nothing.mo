// expect: 6: UnknownName: `break b` removes nothing: the base class has no such element
model Base
  Real a = 1;
end Base;
model BreakOfNothing
  extends Base(break b);
end BreakOfNothing;
