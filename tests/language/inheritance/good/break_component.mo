model Part
  Real x = time;
end Part;
model Base
  Part a;
  Part b;
end Base;
model BreakComponent
  extends Base(break a);
end BreakComponent;
