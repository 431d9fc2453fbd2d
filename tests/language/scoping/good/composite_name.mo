package P
  package Q
    constant Real c = 2;
    model M
      Real x = c * time;
    end M;
  end Q;
end P;
model CompositeName
  P.Q.M m;
  Real y = P.Q.c;
end CompositeName;
