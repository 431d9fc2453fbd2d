// expect: 17: UnknownName: `break connect(a.p, a.q)` removes nothing: the base class has no such connection
connector Pin
  Real v;
  flow Real i;
end Pin;
model Load
  Pin p;
  Pin q;
equation
  p.v = p.i;
  q.v = q.i;
end Load;
model Base
  Load a;
end Base;
model BreakOfMissingConnect
  extends Base(break connect(a.p, a.q));
end BreakOfMissingConnect;
