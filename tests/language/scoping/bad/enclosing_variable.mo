// expect: 5: VariabilityMismatch: `x` belongs to the enclosing class
model P
  Real x = 1;
  model M
    Real y = x;
  end M;
end P;
model EnclosingVariable
  P.M m;
end EnclosingVariable;
