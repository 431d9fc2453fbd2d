package Base
  constant Integer n = 1;
  model M
    Real x[n] = fill(time, n);
  end M;
end Base;
model ModifiedPackageConstant
  package P = Base(n = 3);
  P.M m;
end ModifiedPackageConstant;
