package P
  constant Real c = 1;
  package P
    constant Real c = 2;
  end P;
  model M
    Real x = .P.c;
    Real y = P.c;
  end M;
end P;
model GlobalName
  extends P.M;
end GlobalName;
