// expect: 8: ProtectedAccess: `p` is protected in `Part`
model Part
  Real x = p;
protected
  parameter Real p = 1;
end Part;
model ProtectedModified
  Part part(p = 2);
end ProtectedModified;
