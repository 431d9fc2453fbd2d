// expect: 6: NotReplaceable: `M` is replaceable; a class cannot extend it
model Holder
  replaceable model M
    Real x = 1;
  end M;
  model N extends M; end N;
  N n;
end Holder;
model ExtendsReplaceable
  Holder h;
end ExtendsReplaceable;
