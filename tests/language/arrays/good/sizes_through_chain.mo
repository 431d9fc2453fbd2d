model SizesThroughChain
  parameter Real a[:] = {1, 2, 3};
  parameter Real b[:, size(a, 1)] = {a, 2*a};
  model A
    parameter Integer n;
    parameter Real v[n];
    Real x[size(v, 1) + 1];
  equation
    x = cat(1, v, {time});
  end A;
  A c(v = a, n = size(a, 1));
  A d[2](each n = 3, v = b);
end SizesThroughChain;
