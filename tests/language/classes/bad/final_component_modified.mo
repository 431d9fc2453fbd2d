// expect: 7: FinalModified: `p` is final
model Part
  final parameter Real p = 1;
  Real x = p;
end Part;
model FinalComponentModified
  Part part(p = 2);
end FinalComponentModified;
