package P
  constant Real c = 1;
  model M
    constant Real c = 2;
    Real x = c * time;
  end M;
end P;
model NearestDeclaration
  P.M m;
end NearestDeclaration;
