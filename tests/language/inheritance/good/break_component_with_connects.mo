connector Pin
  Real v;
  flow Real i;
end Pin;
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
model Base
  Ground g;
  Ground h;
  Pin a;
equation
  connect(a, g.p);
  connect(a, h.p);
end Base;
model BreakComponentWithConnects
  extends Base(break h);
end BreakComponentWithConnects;
