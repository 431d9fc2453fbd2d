// A field with size `:` takes the size of each value; one declaration is for all.
model M
  record V
    Real x[:];
  end V;
  function f
    input V v;
    output Real s;
  algorithm
    s := sum(v.x);
  end f;
  V a(x = {1, 2}*time);
  V b(x = {1, 2, 3}*time);
  Real y = f(a) + f(b);
end M;
