// expect: 8: ProtectedAccess: `c` is protected in `P`
package P
  constant Real d = 1;
protected
  constant Real c = 2;
end P;
model ProtectedConstantOfPackage
  Real x = P.c;
end ProtectedConstantOfPackage;
