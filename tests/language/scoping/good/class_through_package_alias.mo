package Medium
  constant Real density = 1000;
  model Properties
    Real d = density;
  end Properties;
end Medium;
model ClassThroughPackageAlias
  package M = Medium(density = 998);
  M.Properties properties;
end ClassThroughPackageAlias;
