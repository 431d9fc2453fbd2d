// {a, b} builds a new first dimension; the elements must have equal sizes (section 10.4).
model M
  parameter Real v[3] = {1, 2, 3};
  parameter Real m[2, 3] = {{1, 2, 3}, v};
  parameter Integer k[1, 1, 2] = {{{4, 5}}};
end M;
