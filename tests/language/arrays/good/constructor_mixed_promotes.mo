// Integer and Real elements give a Real array (section 10.4).
model M
  Real x[2] = {1, time};
end M;
