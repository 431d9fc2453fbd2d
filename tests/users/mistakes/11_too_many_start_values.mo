model M
  Parts.Inertia first(w(start = 1, fixed = true)); //!
  Parts.Inertia second(w(start = 2, fixed = true)); //!
equation
  connect(first.b, second.a);
end M;
