model A
  Real x;
equation
  x = time;
end A;
model B
  Real y;
equation
  y = 2 * time;
end B;
model ExtendsMany
  extends A;
  extends B;
  Real z = x + y;
end ExtendsMany;
