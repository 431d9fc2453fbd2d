// expect: 3: InnerMissing: `outer t` has no `inner t` above it
model Part
  outer Real t;
  Real x = t;
end Part;
model InnerMissing
  Part part;
end InnerMissing;
