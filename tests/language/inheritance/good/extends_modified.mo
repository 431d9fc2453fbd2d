model Base
  parameter Real a = 1;
  Real x = a * time;
end Base;
model ExtendsModified
  extends Base(a = 2);
end ExtendsModified;
