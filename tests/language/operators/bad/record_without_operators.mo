// expect: 7: TypeMismatch: `+` cannot be applied to `a` of type M.R and `a` of type M.R
model M
  record R
    Real x;
  end R;
  R a(x = time);
  R b = a + a;
end M;
