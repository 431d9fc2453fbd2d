// Subscripts and members of expressions in parentheses.
model PartsOfExpressions
  record R
    Real x[2];
    Real y;
  end R;
  function f
    input Real u;
    output R r(x = {u, 2*u}, y = 3*u);
  algorithm
  end f;
  R a[3](x = {{1, 2}, {3, 4}, {5, 6}}, y = {7, 8, 9});
  Real p[2] = (a.x)[2];
  Real q = (a[3]).y;
  Real r[3] = (a.x)[:, 1];
  Real s = ({1, 2, 3} + {4, 5, 6})[2];
  Real t = (f(time)).y;
end PartsOfExpressions;
