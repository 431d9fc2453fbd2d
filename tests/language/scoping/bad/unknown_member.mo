// expect: 7: UnknownName: `part` has no element named `y`
model Part
  Real x = time;
end Part;
model UnknownMember
  Part part;
  Real z = part.y;
end UnknownMember;
