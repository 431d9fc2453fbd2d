// expect: 7: TypeMismatch: M.R has no operator `'-'` for `a`
model M
  record R
    Real x;
  end R;
  R a(x = time);
  R b = -a;
end M;
