// Records of two components have fields of different sizes: two types.
model M
  model C
    parameter Integer n = 1;
    record R
      Real x[n];
    end R;
    function f
      input R r;
      output Real s;
    algorithm
      s := sum(r.x);
    end f;
    R r(x = fill(time, n));
    Real y = f(r);
  end C;
  C a(n = 2);
  C b(n = 3);
end M;
