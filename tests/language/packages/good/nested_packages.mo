package P
  constant Real c = 2 * Q.d;
  package Q
    constant Real d = 3;
    model M
      Real x = c + d;
    end M;
  end Q;
end P;
model NestedPackages
  P.Q.M m;
end NestedPackages;
