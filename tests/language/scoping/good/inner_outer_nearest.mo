model Leaf
  outer parameter Real g;
  Real x = g * time;
end Leaf;
model Middle
  inner parameter Real g = 2;
  Leaf leaf;
end Middle;
model InnerOuterNearest
  inner parameter Real g = 1;
  Leaf leaf;
  Middle middle;
end InnerOuterNearest;
