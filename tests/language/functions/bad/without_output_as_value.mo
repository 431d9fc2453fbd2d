// expect: 8: TypeMismatch: `M.f` has no output, so its call has no value
model M
  function f
    input Real u;
  algorithm
    assert(u > 0, "no");
  end f;
  Real y = f(time);
end M;
