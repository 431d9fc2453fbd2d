// warns: 8: UnitMismatch: `der(w)` has unit m/s, but `-w` has unit m
model ShortClassWithArrayAndModifier
  type V = Real[3](each unit = "m");
  type W = V(each min = 0);
  W w(start = {1, 2, 3});
  W ww[2];
equation
  der(w) = -w;
  ww = {w, 2*w};
end ShortClassWithArrayAndModifier;
