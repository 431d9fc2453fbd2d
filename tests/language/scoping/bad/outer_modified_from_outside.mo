// expect: 7: UnknownModifier: `outer w` is only a reference; it cannot be modified
model W
  parameter Real g = 1;
end W;
model OuterModifiedFromOutside
  model B outer W w; Real x = w.g; end B;
  inner W w; B b(w(g = 3));
end OuterModifiedFromOutside;
