// expect: 4: UnknownName: nothing named `a` is declared here
model Base
  Real a = 1;
  Real b = a;
end Base;
model BreakOfUsedComponent
  extends Base(break a);
end BreakOfUsedComponent;
