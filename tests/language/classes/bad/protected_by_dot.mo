// expect: 8: ProtectedAccess: `x` is protected in `part`
model Part
protected
  Real x = time;
end Part;
model ProtectedByDot
  Part part;
  Real y = part.x;
end ProtectedByDot;
