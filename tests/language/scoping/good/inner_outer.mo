model Part
  outer Real t;
  Real x = 2 * t;
end Part;
model InnerOuter
  inner Real t = time;
  Part part;
end InnerOuter;
