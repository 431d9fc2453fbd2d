connector Pin
  Real v;
  flow Real i;
end Pin;
model Load
  Pin p;
equation
  p.v = p.i;
end Load;
model Base
  Load a;
  Load b;
equation
  connect(a.p, b.p);
end Base;
model BreakConnect
  extends Base(break connect(a.p, b.p));
end BreakConnect;
