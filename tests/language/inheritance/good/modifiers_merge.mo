model A
  Real x(start = 1, unit = "m") = time;
end A;
model ModifiersMerge
  A a(x(min = 0));
end ModifiersMerge;
