model Leaf
  outer Boolean enabled;
  Boolean b = enabled;
end Leaf;
model Middle
  Boolean here = time < 1;
  inner outer Boolean enabled = enabled and here;
  Leaf leaf;
end Middle;
model InnerOuterBoth
  inner Boolean enabled = time < 2;
  Middle middle;
end InnerOuterBoth;
