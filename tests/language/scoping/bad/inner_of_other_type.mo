// expect: 3: NotSubtype: the inner `t` does not fit this outer declaration: the types differ
model Part
  outer Real t;
  Real x = 1;
end Part;
model InnerOfOtherType
  inner Boolean t = time > 1;
  Part part;
end InnerOfOtherType;
