package P
  constant Real a = b + 1;
  constant Real b = 2 * c;
  constant Real c = 3;
end P;
model PackageConstantsInAnyOrder
  Real x = P.a;
end PackageConstantsInAnyOrder;
