// expect: 11: ProtectedAccess: `x` is protected in `part`
model Base
  Real x = time;
end Base;
model Part
protected
  extends Base;
end Part;
model ProtectedByExtends
  Part part;
  Real y = part.x;
end ProtectedByExtends;
