// expect: 9: ProtectedAccess: `M` is protected in `P`
package P
protected
  model M
    Real x = 1;
  end M;
end P;
model ProtectedClassOfPackage
  P.M m;
end ProtectedClassOfPackage;
