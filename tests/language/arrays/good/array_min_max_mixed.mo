model ArrayMinMaxMixed
  Integer i[3] = {1, 2, 3};
  Real x = min(i) + max({1, 2.5}) + max(1, 2.0);
  Real y = min(i[k]^2 for k in 1:3);
  Real z[2] = {max(j for j in 1:k) for k in {2, 3}};
  Boolean b = min({true, false});
end ArrayMinMaxMixed;
