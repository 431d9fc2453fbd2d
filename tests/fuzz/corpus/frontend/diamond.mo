model Root
  Real x = time;
end Root;
model A
  extends Root;
  Real a = x;
end A;
model B
  extends Root;
  Real b = x;
end B;
model Diamond
  extends A;
  extends B;
end Diamond;
