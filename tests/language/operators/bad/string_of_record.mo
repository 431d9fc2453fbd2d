// expect: 7: TypeMismatch: M.R has no operator `'String'` for `a`
model M
  record R
    Real x = 1;
  end R;
  parameter R a;
  parameter String s = String(a);
end M;
